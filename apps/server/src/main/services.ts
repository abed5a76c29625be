import type { AttachmentService } from '../features/accounts/attachment.ts'
import type { ConfirmationService } from '../features/accounts/confirmation.ts'
import type { LeavingService } from '../features/accounts/leaving.ts'
import type { LettersService } from '../features/accounts/letters.ts'
import type { PasswordsService } from '../features/accounts/passwords.ts'
import type { PersonalTokensService } from '../features/accounts/personal-tokens.ts'
import type { ActionsService } from '../features/actions/service.ts'
import type { AssetsService } from '../features/assets/service.ts'
import type { CommentsReader } from '../features/comments/reader.ts'
import type { CommentsService } from '../features/comments/service.ts'
import type { LimitsService } from '../features/limits/service.ts'
import type { MailService } from '../features/mail/service.ts'
import type { ScraperService } from '../features/scraper/service.ts'
import type { DevicesService } from '../features/sessions/devices.ts'
import type { SessionsService } from '../features/sessions/service.ts'
import type { SettingsService } from '../features/settings/service.ts'
import type { TagsService } from '../features/tags/service.ts'
import type { DeletionService } from '../features/users/deletion.ts'
import type { IgnoringService } from '../features/users/ignoring.ts'
import type { UsersReader } from '../features/users/reader.ts'
import type { UsersService } from '../features/users/service.ts'
import type { StandingService } from '../features/users/standing.ts'
import type { JobsService } from '../jobs/service.ts'
import type { Outbound } from '../outbound/outbound.ts'

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
  readonly devices: DevicesService
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
