import type { Tokens } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import type { Kvstore } from '@platform/kvstore'
import type { Publisher, Submission, Tag } from '@platform/plugin-sdk'
import { createAttachment, type AttachmentService } from '../features/accounts/attachment.ts'
import { createConfirmation, type ConfirmationService } from '../features/accounts/confirmation.ts'
import { createLeaving, type LeavingService } from '../features/accounts/leaving.ts'
import { createLetters, type LettersService } from '../features/accounts/letters.ts'
import { createAccountPasswords, type PasswordsService } from '../features/accounts/passwords.ts'
import { createPersonalTokens, type PersonalTokensService } from '../features/accounts/personal-tokens.ts'
import { createActions, type ActionsService } from '../features/actions/service.ts'
import { createAssets, type AssetsService } from '../features/assets/service.ts'
import { createCountCache } from '../features/comments/count-cache.ts'
import { createCommentsReader, type CommentsReader } from '../features/comments/reader.ts'
import type { Judgement } from '../features/comments/moderation/moderate.ts'
import { createComments, type CommentsService } from '../features/comments/service.ts'
import { createJobs, type JobsService } from '../features/jobs/service.ts'
import { createLimits, type LimitsService } from '../features/limits/service.ts'
import { createMail, type MailService } from '../features/mail/service.ts'
import { createScraper, type ScraperService } from '../features/scraper/service.ts'
import { createSessions, type SessionsService } from '../features/sessions/service.ts'
import { createSettings, type SettingsService } from '../features/settings/service.ts'
import { createStaffTags } from '../features/tags/staff.ts'
import { createTags, type TagsService } from '../features/tags/service.ts'
import { createUsersReader, type UsersReader } from '../features/users/reader.ts'
import { createDeletion, type DeletionService } from '../features/users/deletion.ts'
import { createIgnoring, type IgnoringService } from '../features/users/ignoring.ts'
import { createUsers, type UsersService } from '../features/users/service.ts'
import { createStanding, type StandingService } from '../features/users/standing.ts'
import { createOutbound, type Outbound } from '../outbound/outbound.ts'
import type { Revisions } from '../graphql/revisions.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Translations } from './translations.ts'

/** What the core can do, independent of GraphQL and HTTP. */
export interface Services {
  readonly outbound: Outbound
  readonly scraper: ScraperService
  readonly jobs: JobsService
  readonly mail: MailService
  readonly settings: SettingsService
  readonly assets: AssetsService
  readonly users: UsersService
  readonly standing: StandingService
  readonly ignoring: IgnoringService
  readonly deletion: DeletionService
  readonly sessions: SessionsService
  readonly usersReader: UsersReader
  readonly limits: LimitsService
  readonly letters: LettersService
  readonly confirmation: ConfirmationService
  readonly accountPasswords: PasswordsService
  readonly attachment: AttachmentService
  readonly personalTokens: PersonalTokensService
  readonly leaving: LeavingService
  readonly tags: TagsService
  readonly actions: ActionsService
  readonly comments: CommentsService
  readonly commentsReader: CommentsReader
}

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
  const settings = createSettings({ ...foundations, onChanged: () => foundations.events.publish('settingsUpdated', {}) })
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
  return {
    outbound, settings, assets, tags, jobs, mail, sessions, scraper, limits, letters,
    accountPasswords, deletion,
    confirmation: createConfirmation({ ...foundations, accountPasswords, letters, mail }),
    attachment: createAttachment({ ...foundations, letters, limits }),
    personalTokens: createPersonalTokens({ ...foundations, sessions }),
    leaving: createLeaving({ ...foundations, jobs, mail, deletion }),
    users: createUsers(foundations),
    usersReader: createUsersReader(foundations),
    standing: createStanding({ ...foundations, sessions, mail, staffTags: createStaffTags({ ...foundations, jobs }) }),
    ignoring: createIgnoring(foundations),
    actions: createActions(foundations),
    comments: createComments({ ...foundations, assets, tags }),
    commentsReader: createCommentsReader({ ...foundations, counts: createCountCache({ ...foundations, expiry: config.commentCountCacheExpiry }) }),
  }
}
