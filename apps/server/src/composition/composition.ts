import type { Composed } from '../contract/composed.ts'
import type { Connectors } from '../contract/context.ts'
import type { ComposedJob } from './jobs.ts'
import type { Ledger } from './ledger.ts'
import type { ComposedMail } from './mails.ts'
import type { Permissions } from './permissions.ts'
import type { ComposedRouter } from './routes/router.ts'
import type { LiveFilters } from './schema/live-filters.ts'
import type { ComposedServices } from './services/services.ts'

/** Everything that is made of the features of the core and the plugins. */
export interface Composition
  extends Composed,
    Pick<ComposedServices, 'services' | 'start' | 'serve' | 'stop' | 'close'> {
  readonly liveFilters: LiveFilters
  readonly router: ComposedRouter
  /** Who may use what, by place. */
  readonly permissions: Permissions
  readonly ledger: Ledger
  readonly connectors: Connectors
  /** The jobs that are queued, and those that are scheduled. */
  readonly jobs: readonly ComposedJob[]
  readonly mails: readonly ComposedMail[]
}

/**
 * A stand-in for the composition, for services, which are made before it is complete. Each part is looked up when it is
 * read, so a new part of `Composed` needs no line here.
 */
export function composedLater(): { readonly composed: Composed; set(composition: Composition): Composition } {
  let composition: Composition | undefined
  const get = (_target: Composed, part: string | symbol): unknown => {
    if (composition) return Reflect.get(composition, part)
    throw new Error('the composition is not complete while services are made: read it later, inside a function')
  }
  // The parts come from `get`, so the object behind the proxy has none.
  const composed = new Proxy({} as Composed, { get })
  return {
    composed,
    set(finished) {
      composition = finished
      return finished
    },
  }
}
