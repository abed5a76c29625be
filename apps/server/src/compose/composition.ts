import type { GraphQLSchema } from 'graphql'
import type { Tag } from '@platform/plugin-sdk'
import type { Translations } from '../boot/translations.ts'
import type { Connectors, CreateContext } from './context.ts'
import type { AuthorOf } from './field-authors.ts'
import type { Ledger } from './ledger.ts'
import type { Disabled } from './leave-out.ts'
import type { LiveFilters } from './live-filters.ts'
import type { Member } from './member.ts'
import type { ComposedPhase } from './phases.ts'
import type { Permissions } from './permissions.ts'
import type { Remarks } from './problem.ts'
import type { ComposedRouter } from './router.ts'
import type { OfferedStrategy, StrategyRegistry } from './strategies.ts'

/** Everything the platform is made of, built from one ordered list of hook objects. */
export interface Composition {
  readonly members: readonly Member[]
  readonly schema: GraphQLSchema
  /** The plugin whose value a field has. */
  readonly authorOf: AuthorOf
  readonly createContext: CreateContext
  readonly liveFilters: LiveFilters
  readonly router: ComposedRouter
  /** Who may use what, by place. */
  readonly permissions: Permissions
  readonly tags: readonly Tag[]
  readonly ledger: Ledger
  readonly strategies: StrategyRegistry
  /** Ways to sign in that the sign-in page offers, in order. */
  readonly offeredStrategies: readonly OfferedStrategy[]
  readonly connectors: Connectors
  /** How comments are decided about, in order. */
  readonly phases: readonly ComposedPhase[]
  readonly translations: Translations
  /** Plugins that were left out. */
  readonly disabled: readonly Disabled[]
  readonly remarks: Remarks
}
