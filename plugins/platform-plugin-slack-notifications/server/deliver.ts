/** Why a message was not taken: the status Slack answered with, or what went wrong on the way. */
export type Problem = { readonly status: number } | { readonly reason: string }

/** Posts a message. Never rejects, and never says the address, which is a secret. */
export async function deliver(webhookUrl: string, message: object, timeout: number): Promise<Problem | null> {
  try {
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      // A webhook answers itself; who is led elsewhere is told about comments that were not for them.
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    await response.body?.cancel()
    return response.ok ? null : { status: response.status }
  } catch (error) {
    return { reason: reasonOf(error, timeout) }
  }
}

/** Messages of errors may hold the address; codes don't. */
function reasonOf(error: unknown, timeout: number): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return name === 'TimeoutError' ? `no answer within ${timeout} ms` : (cause?.code ?? 'the request failed')
}
