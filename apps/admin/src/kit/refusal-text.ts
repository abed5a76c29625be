import type { AdminTranslator } from '../app/context.ts'
import type { Refusal } from '../browser/graph.ts'
import type { AdminTextName } from '../texts/en.ts'

const TEXTS: Readonly<Record<string, AdminTextName>> = {
  UNREACHABLE: 'unreachable',
  NOT_AUTHORIZED: 'notAllowed',
  NOT_FOUND: 'goneMeanwhile',
  RATE_LIMIT_EXCEEDED: 'tooFast',
}

/** A refusal in the language of the user, or as the server says it. */
export function refusalText(texts: AdminTranslator, { code, message }: Pick<Refusal, 'code' | 'message'>): string {
  const name = Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined
  return name === undefined ? (message ?? texts.text('failed')) : texts.text(name)
}
