import type { TestPlatform } from '@platform/plugin-testing'

export interface Answer {
  readonly status: number
  readonly code: string | null
  readonly body: any
  readonly headers: Headers
}

/** Posts JSON and reads what comes back. */
export async function postJson(platform: TestPlatform, path: string, body: unknown): Promise<Answer> {
  const response = await platform.http(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const answer: { error?: { code: string; translation_key: string } } | null = text === '' ? null : JSON.parse(text)
  if (answer?.error && answer.error.code !== answer.error.translation_key)
    throw new Error(`code and translation_key differ: ${text}`)
  return { status: response.status, code: answer?.error?.code ?? null, body: answer, headers: response.headers }
}
