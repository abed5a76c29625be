import type { ErrorAnswer } from '../../http/error-answer.ts'

export function renderErrorPage(error: ErrorAnswer, _mountPath: string): string {
  return error.code
}
