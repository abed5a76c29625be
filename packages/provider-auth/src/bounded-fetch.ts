import type { CustomFetch } from 'openid-client'

const LARGEST = 1024 * 1024
/** Time for one answer until its last byte, in milliseconds; a sign-in needs up to three answers. */
const TIMEOUT = 3_000

/** Fetches with a bound on bytes and time, because a user waits for the answer. Redirects are not followed. */
export const boundedFetch: CustomFetch = async (url, { signal, ...options }) => {
  const signals = [AbortSignal.timeout(TIMEOUT), ...(signal ? [signal] : [])]
  const answer = await fetch(url, { ...options, redirect: 'manual', signal: AbortSignal.any(signals) } as RequestInit)
  const { status, headers } = answer
  if (status < 200 || status > 599) throw new Error(`the provider answered with status ${status}`)
  const bytes = await bytesOf(answer)
  return new Response(bytes.length === 0 ? null : bytes, { status, headers })
}

async function bytesOf({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    // The throw leaves the loop, which cancels the rest of the answer.
    if (length > LARGEST) throw new Error(`the provider's answer has more than ${LARGEST} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
