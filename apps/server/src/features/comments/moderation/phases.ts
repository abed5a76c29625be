import {
  type Action,
  type CoreModerationPhase,
  MODERATION_PHASES,
  type ModerationDecision,
  type ModerationPhase,
  PlatformError,
  type Submission,
} from '@platform/plugin-sdk'
import { type TrustRecord, trustOf } from '@platform/trust'
import type { ServerContext } from '../../../contract/context.ts'
import { isStaff } from '../../../contract/is-staff.ts'
import { isClosed } from '../../assets/model.ts'
import type { Settings } from '../../settings/model.ts'
import { wordFilterOf } from '../../settings/word-filters.ts'
import { bodyDigest } from '../body-digest.ts'
import { linksIn } from './links.ts'

/** A submission with typed settings. */
export interface CoreSubmission extends Submission {
  readonly settings: Readonly<Settings> & Readonly<Record<string, unknown>>
}

/** A phase of the core: the same object as a plugin's phase, with a position in the core's own list. */
interface CorePhase extends ModerationPhase<ServerContext> {
  readonly name: CoreModerationPhase
  readonly judgesBy: NonNullable<ModerationPhase['judgesBy']>
  run(
    submission: CoreSubmission,
    context: ServerContext,
  ): ModerationDecision | undefined | Promise<ModerationDecision | undefined>
}

const MINUTE = 60_000
const DAY = 86_400_000
/** The most bytes of a body, with any settings. */
const MAX_BYTES = 64 * 1024
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
/** Accents without a letter. */
const MARKS = /^\p{M}*$/u
/** The most links that moderators are shown. */
const MOST_LINKS = 10

const commentLength: CorePhase = {
  name: 'commentLength',
  judgesBy: ['settings.charCountEnable', 'settings.charCount'],
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

const assetClosed: CorePhase = {
  name: 'assetClosed',
  gate: true,
  judgesBy: ['asset.closedAt'],
  run({ asset, settings, now }) {
    if (!isClosed(asset, now)) return undefined
    throw new PlatformError('COMMENTING_CLOSED', 'This discussion is closed', {
      metadata: { closedMessage: asset.closedMessage ?? settings.closedMessage },
    })
  },
}

const commentingDisabled: CorePhase = {
  name: 'commentingDisabled',
  gate: true,
  judgesBy: ['settings.disableCommenting'],
  run({ settings }) {
    if (!settings.disableCommenting) return undefined
    throw new PlatformError('COMMENTING_DISABLED', 'Commenting is switched off', {
      metadata: { message: settings.disableCommentingMessage },
    })
  },
}

/**
 * Attempts are counted in the key-value store, which all servers share, so that each of many requests at the same time
 * counts. The minute begins with the first attempt and ends by the clock of the store, because those of servers
 * differ. Edits are free. An attempt counts once, by the settings of its first moderation run.
 */
const pace: CorePhase = {
  name: 'pace',
  judgesBy: [],
  async run({ author, settings: { commentsPerMinute: max }, comment, again }, { services: { kvstore } }) {
    if (max === 0 || comment !== null || again || isStaff(author)) return undefined
    const tries = await kvstore.increment(`pace:${author.id}`, { expiresIn: MINUTE })
    if (tries > max)
      throw new PlatformError('RATE_LIMIT_EXCEEDED', `Post at most ${max} comments a minute`, {
        status: 429,
        metadata: { tries, max },
      })
    return undefined
  },
}

/** A banned word rejects the comment; a suspect word flags it for moderators, and the next phase decides. */
const wordlist: CorePhase = {
  name: 'wordlist',
  judgesBy: ['settings.wordlist'],
  async run({ body, settings }, { services: { config } }): Promise<ModerationDecision | undefined> {
    const banned = (await wordFilterOf(settings.wordlist.banned)).find(body)
    if (banned.length > 0)
      return {
        status: 'REJECTED',
        reason: `banned: ${listed(banned)}`,
        actions: [systemFlag('BANNED_WORD', { message: listed(banned), phrases: banned })],
      }
    if (config.disableAutoflagSuspectWords) return undefined
    const suspect = (await wordFilterOf(settings.wordlist.suspect)).find(body)
    return suspect.length > 0
      ? { actions: [systemFlag('SUSPECT_WORD', { message: listed(suspect), phrases: suspect })] }
      : undefined
  },
}

const staff: CorePhase = {
  name: 'staff',
  judgesBy: ['author.roles'],
  run: ({ author }, { services: { config } }) =>
    isStaff(author) && config.ignoreFlagsAgainstStaff ? { status: 'ACCEPTED' } : undefined,
}

const links: CorePhase = {
  name: 'links',
  judgesBy: ['settings.premodLinksEnable'],
  run({ body, settings }) {
    if (!settings.premodLinksEnable) return undefined
    const found = linksIn(body).slice(0, MOST_LINKS)
    if (found.length === 0) return undefined
    return withheld('LINKS', { message: listed(found), reason: `links: ${listed(found)}`, more: { links: found } })
  },
}

const repeated: CorePhase = {
  name: 'repeated',
  judgesBy: ['settings.premodRepeatedEnable'],
  async run({ body, author, settings, comment, now }, { services: { commentsReader } }) {
    if (!settings.premodRepeatedEnable) return undefined
    const digest = bodyDigest(body)
    if (digest === null) return undefined
    const before = await commentsReader.findRepeated(author.id, { digest, since: new Date(now.getTime() - DAY) })
    const times = before.filter(id => id !== comment?.id).length
    if (times === 0) return undefined
    return withheld('REPEATED', { message: `posted ${times === 1 ? 'once' : `${times} times`} before within a day` })
  },
}

/** Comments of an author with a low karma wait for a moderator, until enough of them were approved. */
const karma: CorePhase = {
  name: 'karma',
  judgesBy: ['author.trust'],
  run({ author }, { services: { config } }) {
    const trust = trustOf(author.metadata['trust'] as TrustRecord | undefined, config.trustThresholds)
    if (trust.commenter !== false) return undefined
    return withheld('TRUST', { message: `karma ${trust.commenterKarma}`, more: { karma: trust.commenterKarma } })
  },
}

const preset: CorePhase = {
  name: 'preset',
  judgesBy: [],
  run: ({ status }) => (status === null ? undefined : { status }),
}

const alwaysPremod: CorePhase = {
  name: 'alwaysPremod',
  judgesBy: ['author.status'],
  run: ({ author }) =>
    author.status.alwaysPremod.status ? { status: 'PREMOD', reason: 'all comments of this person' } : undefined,
}

const premod: CorePhase = {
  name: 'premod',
  judgesBy: ['settings.moderation'],
  run({ settings, asset }) {
    if (settings.moderation !== 'PRE') return undefined
    const scope = asset.settings['moderation'] === 'PRE' ? 'discussion' : 'site'
    return { status: 'PREMOD', reason: `all comments of this ${scope}` }
  },
}

/** The core's phases in their order. A banned word rejects comments of the staff too; later phases do not. */
const inOrder: readonly CorePhase[] = [
  commentLength,
  assetClosed,
  commentingDisabled,
  pace,
  wordlist,
  staff,
  links,
  repeated,
  karma,
  preset,
  alwaysPremod,
  premod,
]

export const corePhases: readonly ModerationPhase<ServerContext>[] = inOrder.map(phase => ({
  ...phase,
  purpose: MODERATION_PHASES[phase.name],
}))

/** The reasons to withhold a comment that its author sees. The word lists stay secret, so no author can avoid them. */
type WithheldFor = 'LINKS' | 'TRUST' | 'REPEATED'
const SHOWN_TO_AUTHOR: readonly (string | null)[] = ['LINKS', 'TRUST', 'REPEATED'] satisfies WithheldFor[]

/** The actions on a comment that its author sees: a moderator all of them, other authors only why it waits. */
export function actionsShownTo(context: Pick<ServerContext, 'can'>, actions: readonly Action[]): readonly Action[] {
  if (context.can('SEARCH_ACTIONS')) return actions
  return actions
    .filter(
      ({ action_type: type, group_id: group, user_id: by }) =>
        type === 'FLAG' && by === null && SHOWN_TO_AUTHOR.includes(group),
    )
    .map(action => ({ ...action, metadata: {} }))
}

interface Withheld {
  readonly message: string
  /** The text in the history of the comment; by default the message. */
  readonly reason?: string
  readonly more?: Readonly<Record<string, unknown>>
}

function withheld(group: WithheldFor, { message, reason = message, more = {} }: Withheld): ModerationDecision {
  return { status: 'SYSTEM_WITHHELD', reason, actions: [systemFlag(group, { message, ...more })] }
}

/** A flag by no user; moderators read its message beside the reason. */
function systemFlag(reason: string, metadata: { readonly message: string } & Readonly<Record<string, unknown>>) {
  return { action_type: 'FLAG', group_id: reason, metadata }
}

const listed = (phrases: readonly string[]) => phrases.join(', ').slice(0, 400)
