/** How long a provider may take. Milliseconds. */
const DEADLINE = 5_000
/** The most bytes of an answer. */
const LARGEST = 64 * 1024

/**
 * Posts a form to an address that the operator configured, and gives the JSON it is answered with.
 *
 * @throws Error for another status than 2xx, a redirect, an answer that is too large or no JSON, or none in time.
 */
export async function postForm(url: string, form: URLSearchParams): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'error', signal: AbortSignal.timeout(DEADLINE), headers: { accept: 'application/json' } })
  if (!response.ok || !response.body) throw new Error(`${new URL(url).host} answered with ${response.status}`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    size += part.length
    if (size > LARGEST) throw new Error(`${new URL(url).host} answered with more than ${LARGEST} bytes`)
    parts.push(part)
  }
  return JSON.parse(Buffer.concat(parts).toString())
}
