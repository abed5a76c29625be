import type { Attribution, Disabled, LoadedPlugin, Remarks } from '@platform/plugin-host'
import type {
  AssetMerge,
  ModerationDecision,
  ModerationPhase,
  PersonalRecord,
  ProviderFlow,
  SignInButton,
  Submission,
  Tag,
  User,
} from '@platform/plugin-sdk'
import type { GraphQLSchema } from 'graphql'
import type koaPassport from 'koa-passport'
import type { Translations } from '../runtime/translations.ts'
import type { CreateContext, ServerContext } from './context.ts'

/**
 * Finds the plugin whose value a field has, or says that it is the core's; `undefined` for a field that nothing
 * resolves, whose value is a property of what the field above it gave.
 */
export type AuthorOf = (coordinate: string) => Attribution | 'core' | undefined

/** The decision of a phase; `undefined` leaves it to the next phase. */
export type PhaseAnswer = ModerationDecision | undefined

/** A moderation phase of the core or of a plugin. */
export interface ComposedPhase extends Pick<ModerationPhase, 'purpose' | 'judgesBy' | 'gate'> {
  readonly name: string
  run(submission: Submission, context: ServerContext): PhaseAnswer | Promise<PhaseAnswer>
}

/** The registry of sign-in strategies. Its `authenticate` guards koa's and Express's routes. */
export type StrategyRegistry = InstanceType<typeof koaPassport.KoaPassport>

/** A strategy that the sign-in page offers. */
export interface OfferedStrategy extends SignInButton {
  readonly plugin: string
  readonly name: string
  /** Tries the provider without a user; `null` when the strategy can't. */
  readonly test: ((flow: ProviderFlow) => Promise<string>) | null
}

/**
 * Asks the plugins for the user of a valid token that belongs to no user.
 *
 * @param findById reads a user from the store
 * @returns the stored user, and the plugin that named this user; `null` when no plugin knows one.
 */
export type FindUnknown = (
  found: { jwt: Readonly<Record<string, unknown>>; token: string },
  findById: (id: string) => Promise<User | null>,
) => Promise<{ readonly user: User; readonly plugin: string } | null>

/** A record about a user, and the core feature or plugin that stores it. */
export interface ExportedRecord extends PersonalRecord {
  readonly plugin: string
}

/** What all core features and plugins store about a user. */
export interface ComposedPersonalData {
  /** Every record, in the order of the composition: the core features first. */
  export(userId: string): AsyncIterable<ExportedRecord>
  /**
   * Removes every record: those of the plugins first, then those of the core features, each in reverse order. A plugin
   * that fails does not keep the others from erasing theirs.
   *
   * @param signal stops it between two batches.
   * @throws the first failure, once all others have erased what they store.
   */
  erase(userId: string, signal: AbortSignal): Promise<void>
}

/** The part of all core features and plugins in a merge of two assets. */
export interface ComposedAssetData {
  /**
   * Moves the records of every feature and plugin, in the order of the composition.
   *
   * @param signal stops it between two batches.
   * @throws the first failure.
   */
  merge(assets: AssetMerge, signal?: AbortSignal): Promise<void>
}

/** The documents that the stream asks with, by their ids. */
export interface StreamDocuments {
  /** What the server appends to the id of each document, because plugins ask for more than the core; else nothing. */
  readonly suffix: string
  readonly texts: ReadonlyMap<string, string>
}

/** One failure of a plugin's code. */
export interface PluginFailure {
  readonly hook: string
  /** The place, such as `Comment.likes`. */
  readonly at: string
  readonly message: string
  readonly created_at: Date
}

/** How a plugin has done on this server since it started. */
export interface PluginReport {
  /** How long its hooks `init`, `ready` and `connect` took together, in milliseconds. */
  readonly bootTime: number
  readonly failureCount: number
  /** The latest failures, the last one first. */
  readonly failures: readonly PluginFailure[]
}

/** The part of the composition that features read, as the service `composition`. */
export interface Composed {
  readonly plugins: readonly LoadedPlugin[]
  /** The plugins that are not composed, because they could not be loaded or composed. */
  readonly disabled: readonly Disabled[]
  readonly remarks: Remarks
  /** How a plugin has done since the start of this server. */
  readonly reportOn: (plugin: LoadedPlugin) => PluginReport
  readonly schema: GraphQLSchema
  readonly streamDocuments: StreamDocuments
  /** What browsers may know of the configuration of plugins, by plugin. */
  readonly publicConfig: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The plugin whose value a field has. */
  readonly authorOf: AuthorOf
  readonly createContext: CreateContext
  readonly tags: readonly Tag[]
  /** The moderation phases, in order. */
  readonly phases: readonly ComposedPhase[]
  readonly translations: Translations
  readonly strategies: StrategyRegistry
  /** The strategies that the sign-in page offers, in order. */
  readonly offeredStrategies: readonly OfferedStrategy[]
  readonly findUnknown: FindUnknown
  readonly personalData: ComposedPersonalData
  readonly assetData: ComposedAssetData
}
