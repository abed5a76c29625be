import { PlatformError } from '@platform/plugin-sdk'
import { isClosed } from '../../assets/service.ts'
import type { Phase } from './phase.ts'

/** The most bytes of a body, whatever the settings say. */
const MAX_BYTES = 64 * 1024
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

const commentLength: Phase = ({ body, settings }) => {
  const length = [...body].length
  if ([...body.replace(INVISIBLE, '')].length < 2) throw new PlatformError('COMMENT_TOO_SHORT', 'Write a little more', { metadata: { length } })
  const allowed = settings.charCountEnable ? settings.charCount : Number.POSITIVE_INFINITY
  if (length > allowed) throw new PlatformError('COMMENT_TOO_LONG', `A comment has at most ${allowed} characters`, { metadata: { length, allowed } })
  if (Buffer.byteLength(body) > MAX_BYTES) throw new PlatformError('COMMENT_TOO_LONG', `A comment has at most ${MAX_BYTES} bytes`, { metadata: { length, allowed: MAX_BYTES } })
  return undefined
}

const assetClosed: Phase = ({ asset, settings, now }) => {
  const closedMessage = asset.closedMessage ?? settings.closedMessage
  if (isClosed(asset, now)) throw new PlatformError('COMMENTING_CLOSED', 'This discussion is closed', { metadata: { closedMessage } })
  return undefined
}

const commentingDisabled: Phase = ({ settings }) => {
  if (settings.disableCommenting) throw new PlatformError('COMMENTING_DISABLED', 'Commenting is switched off', { metadata: { message: settings.disableCommentingMessage } })
  return undefined
}

const staff: Phase = ({ author }) => author.roles.some(role => role !== 'COMMENTER') ? { status: 'ACCEPTED' } : undefined

const preset: Phase = submission => submission.preset === null ? undefined : { status: submission.preset }

const premoderation: Phase = ({ settings, author }) => settings.moderation === 'PRE' || author.status.alwaysPremod.status ? { status: 'PREMOD' } : undefined

/** The phases in their order. */
export const phases: readonly Phase[] = [commentLength, assetClosed, commentingDisabled, staff, preset, premoderation]
