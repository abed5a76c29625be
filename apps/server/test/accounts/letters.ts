import type { TestPlatform } from '@platform/plugin-testing'

export const PASSWORD = 'a long enough password'

export interface Reply {
  readonly status: number
  readonly code: string | null
  readonly body: any
}

/** Sends a request, with JSON if it has a body. @returns the answer, with the code of its error. */
export async function send(
  platform: TestPlatform,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await platform.http(path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = text === '' ? null : JSON.parse(text)
  return { status: response.status, code: answer?.error?.code ?? null, body: answer }
}

/** The mails that an address has got so far, or only those of one template. */
export async function mailsTo(platform: TestPlatform, to: string, template?: string) {
  return (await platform.mails()).filter(
    mail => mail.to === to && (template === undefined || mail.template === template),
  )
}

/** The token in the link of the last mail of this template to the address. */
export async function tokenOf(platform: TestPlatform, to: string, template: string): Promise<string> {
  const link = (await mailsTo(platform, to, template)).at(-1)?.link
  if (!link) throw new Error(`${to} has got no mail ${template}`)
  return new URL(link).hash.slice(1)
}

export function signIn(platform: TestPlatform, email: string, password: string = PASSWORD): Promise<Reply> {
  return send(platform, 'POST', '/api/v1/auth/local', { email, password })
}
