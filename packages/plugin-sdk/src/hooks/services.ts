import type { Jobs } from './job-queue.ts'
import type { Mails } from './mails.ts'

/**
 * The services of this compilation by name: what the server can do, for everything that is composed. Whoever makes a
 * service adds its type where the service is made; those of the core come with `@platform/server`.
 *
 * @example
 * declare module '@platform/plugin-sdk' {
 *   interface Services { readonly polls: PollsService }
 * }
 */
export interface Services {}

/**
 * The services as a plugin is given them: it adds the jobs and sends the mails that it brings itself, and no others.
 *
 * @example
 * const recount = ({ jobs }: PluginServices, asset: string) => jobs.add('likes.recount', { asset }, { key: asset })
 */
export type PluginServices = Omit<Services, 'jobs' | 'mail'> & { readonly jobs: Jobs; readonly mail: Mails }

/**
 * The name of a service.
 *
 * @example
 * const needs: readonly ServiceName[] = []
 */
export type ServiceName = keyof Services & string

/**
 * How one service is made.
 *
 * @example
 * const polls: ServiceDefinition<PollsService, 'docstore' | 'clock'> = {
 *   needs: ['docstore', 'clock'],
 *   create: ({ docstore, clock }) => createPolls(docstore.collection('polls'), clock),
 * }
 */
export interface ServiceDefinition<Service, Needed extends ServiceName = ServiceName, Known = Services> {
  /** The services it is made of. Two services that need each other keep the server from starting. */
  readonly needs: readonly Needed[]
  /**
   * Called once, when the service is first asked for, with the services that `needs` names and no others. It gives the
   * service itself, not a promise of it.
   */
  create(services: Pick<Known, Needed & keyof Known>): Service
  /**
   * Called in every process once the stores are ready, before the `init` hooks and after the services it needs have
   * started. What it throws keeps the server from starting.
   */
  start?(service: Service): void | Promise<void>
  /** Called in a process that answers requests, once all plugins are ready: here a service begins to work by itself. */
  serve?(service: Service): void | Promise<void>
  /** Ends the work that the service does by itself. Called when the platform stops, before the `shutdown` hooks. */
  stop?(service: Service): void | Promise<void>
  /** Ends what the service keeps open. Called when the platform stops, before the services it needs are closed. */
  close?(service: Service): void | Promise<void>
}

/**
 * Name → the names it needs, of every service that is defined together. It is inferred; nobody writes it.
 *
 * @example
 * type Needs = { polls: 'docstore' | 'clock' }
 */
export type ServiceNeeds = { readonly [Name in ServiceName]?: ServiceName }

/**
 * What the `services` hook takes: for each name, how the service is made. What `create` is given follows from `needs`.
 *
 * @example
 * const services: ServiceDefinitions = { polls: { needs: ['docstore'], create: ({ docstore }) => createPolls(docstore)
 * } }
 */
export type ServiceDefinitions<Needs = Required<ServiceNeeds>, Known = Services> = {
  readonly [Name in keyof Needs]?: Name extends ServiceName
    ? ServiceDefinition<Services[Name], Needs[Name] & ServiceName, Known>
    : never
}
