import { PlatformError } from '@platform/plugin-sdk'
import type { CorePhase } from '../phase.ts'

/** The most bytes of a body, whatever the settings say. */
const MAX_BYTES = 64 * 1024
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
/** Accents of nothing. */
const MARKS = /^\p{M}*$/u

export const commentLength: CorePhase = {
  name: 'commentLength',
  run({ body, settings }) {
    const length = [...body].length
    const seen = body.replace(INVISIBLE, '')
    if ([...seen].length < 2 || MARKS.test(seen))
      throw new PlatformError('COMMENT_TOO_SHORT', 'Write a little more', { metadata: { length } })
    const allowed = settings.charCountEnable ? settings.charCount : Number.POSITIVE_INFINITY
    if (length > allowed)
      throw new PlatformError('COMMENT_TOO_LONG', `A comment has at most ${allowed} characters`, {
        metadata: { length, allowed },
      })
    if (Buffer.byteLength(body) > MAX_BYTES)
      throw new PlatformError('COMMENT_TOO_LONG', `A comment has at most ${MAX_BYTES} bytes`, {
        metadata: { length, allowed: MAX_BYTES },
      })
    return undefined
  },
}
