import type { CustomFetch } from 'openid-client'

const LARGEST = 1024 * 1024
/** For one answer until its last byte; three of them make a sign-in. Milliseconds. */
const TIMEOUT = 3_000

/** Fetches as much as a provider has any reason to say, in the time somebody would wait. Redirects are not followed. */
export const boundedFetch: CustomFetch = async (url, { signal, ...options }) => {
  const signals = [AbortSignal.timeout(TIMEOUT), ...(signal ? [signal] : [])]
  const answer = await fetch(url, { ...options, redirect: 'manual', signal: AbortSignal.any(signals) } as RequestInit)
  const { status, headers } = answer
  if (status < 200 || status > 599) throw new Error(`an answer with status ${status}`)
  const bytes = await bytesOf(answer)
  return new Response(bytes.length === 0 ? null : bytes, { status, headers })
}

async function bytesOf({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    // Leaving the loop cancels the rest.
    if (length > LARGEST) throw new Error(`an answer of more than ${LARGEST} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
