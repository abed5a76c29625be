import type { Tokens } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import type { Kvstore } from '@platform/kvstore'
import type { Publisher, Submission, Tag } from '@platform/plugin-sdk'
import { createAttachment } from '../features/accounts/attachment.ts'
import { createConfirmation } from '../features/accounts/confirmation.ts'
import { createLeaving } from '../features/accounts/leaving.ts'
import { createLetters } from '../features/accounts/letters.ts'
import { createAccountPasswords } from '../features/accounts/passwords.ts'
import { createPersonalTokens } from '../features/accounts/personal-tokens.ts'
import { createActions } from '../features/actions/service.ts'
import { createAssets } from '../features/assets/service.ts'
import { createCountCache } from '../features/comments/count-cache.ts'
import type { Judgement } from '../features/comments/moderation/moderate.ts'
import { createCommentsReader } from '../features/comments/reader.ts'
import { createComments } from '../features/comments/service.ts'
import { createLimits } from '../features/limits/service.ts'
import { createMail } from '../features/mail/service.ts'
import { createScraper } from '../features/scraper/service.ts'
import { createDevicesService } from '../features/sessions/devices.ts'
import { createSessions } from '../features/sessions/service.ts'
import { createSettings } from '../features/settings/service.ts'
import { createTags } from '../features/tags/service.ts'
import { createStaffTags } from '../features/tags/staff.ts'
import { createDeletion } from '../features/users/deletion.ts'
import { createIgnoring } from '../features/users/ignoring.ts'
import { createUsersReader } from '../features/users/reader.ts'
import { createUsers } from '../features/users/service.ts'
import { createStanding } from '../features/users/standing.ts'
import { createJobs } from '../jobs/service.ts'
import { createOutbound } from '../outbound/outbound.ts'
import type { Revisions } from '../pubsub/revisions.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Translations } from '../runtime/translations.ts'
import type { Services } from './services.ts'

interface Foundations {
  readonly config: Config
  readonly log: Log
  readonly docstore: Docstore
  readonly kvstore: Kvstore
  readonly tokens: Tokens
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
  readonly tags: () => readonly Tag[]
  readonly translations: () => Translations
  readonly moderate: (submission: Submission) => Promise<Judgement>
  /** Told of what failed in the background. */
  readonly onError: (error: unknown) => void
}

/** A token without an end counts as one of this life where something has to be kept about it. Milliseconds. */
const ENDLESS = 365 * 86_400_000

export function createServices(foundations: Foundations): Services {
  const { config } = foundations
  const settings = createSettings({
    ...foundations,
    onChanged: () => foundations.events.publish('settingsUpdated', {}),
  })
  const assets = createAssets({ ...foundations, settings, onOpened: asset => scraper.welcome(asset) })
  const tags = createTags({ ...foundations, settings })
  const outbound = createOutbound({ allowed: foundations.config.outboundAllow })
  const jobs = createJobs(foundations)
  const scraper = createScraper({ ...foundations, jobs, outbound, assets })
  const mail = createMail({ ...foundations, jobs, settings })
  const sessions = createSessions({ ...foundations, maxLifetime: ENDLESS })
  const limits = createLimits({ ...foundations, outbound })
  const letters = createLetters({ ...foundations, jobs, mail, limits, sessions })
  const accountPasswords = createAccountPasswords({ ...foundations, letters, limits, mail, sessions })
  const deletion = createDeletion({ ...foundations, sessions, jobs })
  const users = createUsers({ ...foundations, settings })
  const counts = createCountCache({ ...foundations, expiry: config.commentCountCacheExpiry })
  return {
    outbound,
    settings,
    assets,
    tags,
    jobs,
    mail,
    sessions,
    scraper,
    limits,
    letters,
    accountPasswords,
    deletion,
    confirmation: createConfirmation({ ...foundations, accountPasswords, letters, mail }),
    attachment: createAttachment({ ...foundations, letters, limits }),
    personalTokens: createPersonalTokens({ ...foundations, sessions }),
    leaving: createLeaving({ ...foundations, jobs, mail, deletion }),
    users,
    devices: createDevicesService({ ...foundations, users }),
    usersReader: createUsersReader({ ...foundations, counts }),
    standing: createStanding({ ...foundations, sessions, mail, staffTags: createStaffTags({ ...foundations, jobs }) }),
    ignoring: createIgnoring(foundations),
    actions: createActions(foundations),
    comments: createComments({ ...foundations, assets, tags }),
    commentsReader: createCommentsReader({ ...foundations, counts }),
  }
}
