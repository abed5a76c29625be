import type { Answer } from '@platform/client-kit'
import type { Stream } from '../thread/context.ts'
import { refusalText } from '../thread/writing/refusal-text.ts'

/** What the server says about a change that it refused. */
interface Refusal {
  readonly translation_key: string
  readonly message: string | null
}

/** The first refusal in the answer to a mutation, or of the request itself; `null` when the change was made. */
export function refusalIn({ data, status }: Answer<object>): { code: string; message: string | null } | null {
  for (const value of Object.values(data ?? {}) as ({ readonly errors?: readonly Refusal[] | null } | null)[]) {
    const [refusal] = value?.errors ?? []
    if (refusal) return { code: refusal.translation_key, message: refusal.message }
  }
  if (status === 401) return { code: 'NOT_AUTHORIZED', message: null }
  if (status === 429) return { code: 'RATE_LIMIT_EXCEEDED', message: null }
  return null
}

/** Whether a change was made that was not refused. Without its answer, such as on an overloaded server, it was not. */
export const isMade = <Result extends object>(
  answer: Answer<Result>,
): answer is Answer<Result> & { readonly data: Result } =>
  answer.data !== null && (answer.errors.length === 0 || Object.values(answer.data).every(payload => payload !== null))

/** The sentence about a refusal. The stream also shows that no comment is accepted, or what the reader may do now. */
export async function explain(stream: Stream, refusal: { code: string; message: string | null }): Promise<string> {
  if (refusal.code === 'COMMENTING_CLOSED') stream.thread.closed.value = true
  if (refusal.code === 'COMMENTING_DISABLED') stream.thread.disabled.value = true
  if (refusal.code === 'NOT_AUTHORIZED') {
    await stream.actions?.refresh()
    if (stream.ended.value === 'ended') return stream.texts.text('ended')
  }
  return refusalText(stream, refusal)
}
