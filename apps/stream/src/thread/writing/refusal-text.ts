import type { TextName } from '../../texts/en.ts'
import type { Stream } from '../context.ts'

const TEXTS: Readonly<Record<string, TextName>> = {
  COMMENT_TOO_SHORT: 'tooShort',
  COMMENT_PARENT_NOT_VISIBLE: 'parentGone',
  COMMENTING_CLOSED: 'closedMeanwhile',
  COMMENTING_DISABLED: 'disabledMeanwhile',
  RATE_LIMIT_EXCEEDED: 'tooFast',
  EDIT_WINDOW_ENDED: 'editOver',
  NOT_FOUND: 'commentGone',
  NOT_AUTHORIZED: 'notAllowed',
  AUTHENTICATION_REQUIRED: 'signInFirst',
  CANNOT_IGNORE_STAFF: 'staffNotIgnored',
  DECIDED_MEANWHILE: 'decidedMeanwhile',
  REASON_MISSING: 'reasonMissing',
  COMMENT_REJECTED: 'rejected',
  USERNAME_IN_USE: 'nameTaken',
  NO_SPECIAL_CHARACTERS: 'nameCharacters',
}

/** A refusal in the language of the reader, or as the server says it. */
export function refusalText(
  { texts, state }: Pick<Stream, 'texts' | 'state'>,
  { code, message }: { readonly code: string; readonly message: string | null },
): string {
  const { charCountEnable, charCount } = state.discussion.settings
  if (code === 'COMMENT_TOO_LONG' && charCountEnable && charCount !== null)
    return texts.text('longerThan', { count: charCount })
  const name = Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined
  return name === undefined ? (message ?? texts.text('failed')) : texts.text(name)
}
