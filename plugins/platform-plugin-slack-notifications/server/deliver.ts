/** Why a message was not delivered: the status of Slack's answer, or the reason of a failed request. */
export type Problem = { readonly status: number } | { readonly reason: string }

/** Posts a message. It never rejects, and its result never contains the address, which is a secret. */
export async function deliver(webhookUrl: string, message: object, timeout: number): Promise<Problem | null> {
  try {
    const response = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      // Slack's webhooks never redirect, and a redirect could send comments to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    await response.body?.cancel()
    return response.ok ? null : { status: response.status }
  } catch (error) {
    return { reason: reasonOf(error, timeout) }
  }
}

/** Returns the code of an error, because its message may contain the address. */
function reasonOf(error: unknown, timeout: number): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return name === 'TimeoutError' ? `no answer within ${timeout} ms` : (cause?.code ?? 'the request failed')
}
