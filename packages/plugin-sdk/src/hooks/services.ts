import type { Jobs } from './job-queue.ts'
import type { Mails } from './mails.ts'

/**
 * The services of the server by name. A plugin that makes a service adds its type here; the types of the core's
 * services come with `@platform/server`.
 *
 * @example
 * declare module '@platform/plugin-sdk' {
 *   interface Services { readonly polls: PollsService }
 * }
 */
export interface Services {}

/**
 * The services as a plugin gets them. With `jobs` and `mail` it can add only its own jobs and send only its own mails.
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
  /** Names of the services that `create` uses. When two services need each other, the server does not start. */
  readonly needs: readonly Needed[]
  /**
   * Makes the service. It is called once, when the service is first used, with the services that `needs` names and no
   * others. It returns the service itself, not a promise.
   */
  create(services: Pick<Known, Needed & keyof Known>): Service
  /**
   * Called in every process once the stores are ready, before the `init` hooks and after the services it needs have
   * started. What it throws keeps the server from starting.
   */
  start?(service: Service): void | Promise<void>
  /** Called in a process that answers requests, once all plugins are ready. Timers and other work start here. */
  serve?(service: Service): void | Promise<void>
  /** Ends the work that `serve` started. Called when the platform stops, before the `shutdown` hooks. */
  stop?(service: Service): void | Promise<void>
  /** Closes the service. It is called when the platform stops, before the services that `needs` names are closed. */
  close?(service: Service): void | Promise<void>
}

/**
 * Service → the names in its `needs`, for all services of one plugin. The compiler infers it from `services`.
 *
 * @example
 * type Needs = { polls: 'docstore' | 'clock' }
 */
export type ServiceNeeds = { readonly [Name in ServiceName]?: ServiceName }

/**
 * The value of the hook `services`: name → how the service is made. The argument of `create` is typed by `needs`.
 *
 * @example
 * const services: ServiceDefinitions = {
 *   polls: { needs: ['docstore'], create: ({ docstore }) => createPolls(docstore) },
 * }
 */
export type ServiceDefinitions<Needs = Required<ServiceNeeds>, Known = Services> = {
  readonly [Name in keyof Needs]?: Name extends ServiceName
    ? ServiceDefinition<Services[Name], Needs[Name] & ServiceName, Known>
    : never
}
