import { randomUUID } from 'node:crypto'
import { createPermissionCheck } from '@platform/auth'
import type Koa from 'koa'
import { makeCurrent } from '../compat/current.ts'
import { compose } from '../composition/compose.ts'
import type { Composition } from '../composition/composition.ts'
import { attributeIndexes } from '../composition/indexes.ts'
import { leaveOut } from '../composition/leave-out.ts'
import { CompositionError, type Remarks } from '../composition/problem.ts'
import { moderate } from '../features/comments/moderation/moderate.ts'
import { coreFeatures } from '../features/index.ts'
import { declaredIndexes } from '../features/indexes.ts'
import { createSetupToken } from '../features/setup/token.ts'
import { createBudget } from '../graphql/budget.ts'
import { createSharedAnswers } from '../graphql/shared-answers.ts'
import { createApp } from '../http/app.ts'
import { createAuthentication } from '../http/authentication.ts'
import { createEvents } from '../pubsub/events.ts'
import { createRevisions } from '../pubsub/revisions.ts'
import { systemClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { createServices } from './create-services.ts'
import { findUnknown } from './find-unknown.ts'
import { connectPlugins, type Lifecycle, startLifecycle } from './lifecycle.ts'
import type { Platform, PlatformParts } from './platform.ts'

/**
 * Makes a platform: services on the stores, then the composition of the core's features and the plugins,
 * then indexes reconciled and plugins initialised.
 *
 * @throws CompositionError naming every problem of every plugin.
 */
export async function createPlatform(parts: PlatformParts): Promise<Platform> {
  const { docstore, kvstore, log, plugins } = parts
  const clock = parts.clock ?? systemClock
  const instance = randomUUID()
  const all = [...coreFeatures, ...plugins]
  const revisions = createRevisions(instance, error =>
    log.error({ err: error }, 'a change could not be told to the other instances'),
  )
  const events = createEvents(kvstore, error => log.error({ err: error }, 'an event was not delivered'))
  const services = createServices({
    ...parts,
    revisions,
    events,
    clock,
    tags: () => platform.composition.tags,
    translations: () => platform.composition.translations,
    moderate: submission =>
      moderate(submission, {
        phases: platform.composition.phases,
        context: platform.composition.createContext({ user: submission.author }),
      }),
    onError: error => log.error({ err: error }, 'the other instances were not told which sessions ended'),
  })
  const state: {
    composition?: Composition
    app?: Koa
    draining: boolean
    lifecycle?: Lifecycle
    release?: () => void
  } = { draining: false }
  const platform: Platform = {
    ...parts,
    clock,
    instance,
    services,
    revisions,
    events,
    get translations() {
      return platform.composition.translations
    },
    permits: createPermissionCheck({ now: () => clock.now().getTime() }),
    authentication: createAuthentication({
      config: parts.config,
      tokens: parts.tokens,
      services,
      findUnknown: found => findUnknown(platform.composition.plugins, found),
    }),
    sharedAnswers: createSharedAnswers(revisions, clock),
    budget: createBudget({ clock, most: parts.config.graphqlBudget }),
    setupToken: createSetupToken(kvstore),
    get composition() {
      return state.composition!
    },
    get app() {
      return (state.app ??= createApp(platform))
    },
    get leftOut() {
      return [...(parts.leftOut ?? []), ...platform.composition.disabled]
    },
    get ready() {
      return !state.draining && state.lifecycle !== undefined && kvstore.ready
    },
    drain() {
      state.draining = true
    },
    async close() {
      await services.jobs.stop()
      await state.lifecycle?.stop()
      await services.outbound.close()
      await services.sessions.close()
      await revisions.close()
      state.release?.()
    },
  }
  state.composition = compose(all, platform)
  tell(platform.composition.remarks, log)
  await services.mail.checkTemplates()
  try {
    await attributeIndexes(platform.composition.plugins, () =>
      docstore.reconcileIndexes(declaredIndexes(platform.composition.plugins)),
    )
    await revisions.connect(kvstore)
    await services.sessions.connect()
    state.release = makeCurrent(platform)
    state.lifecycle = await startLifecycle(platform.composition.plugins, log)
    if (parts.serves) {
      state.app = createApp(platform)
      await connectPlugins(platform.composition)
    }
  } catch (error) {
    await platform.close()
    const without = withoutFailed(parts, error)
    if (without) return createPlatform(without)
    throw error
  }
  return platform
}

/** What an operator should know of the plugins together. */
function tell({ warnings, overrides }: Remarks, log: Log): void {
  for (const { code, owners, message, fix } of warnings)
    log.warn({ plugins: owners }, `${code}  ${message}${fix ? `\n  fix  ${fix}` : ''}`)
  for (const { what, owner, over } of overrides)
    log.info(
      { plugins: [owner, over] },
      `${what} of ${owner} is used in place of the one of ${over}, as its settings allow`,
    )
}

/** The parts without the plugin that failed to start, if it may be left out, and without those that require it. */
function withoutFailed(parts: PlatformParts, error: unknown): PlatformParts | null {
  if (!(error instanceof CompositionError)) return null
  const { disabled } = leaveOut(parts.plugins, error.problems)
  if (disabled.length === 0) return null
  return {
    ...parts,
    plugins: parts.plugins.filter(({ name }) => !disabled.some(gone => gone.name === name)),
    leftOut: [...(parts.leftOut ?? []), ...disabled],
  }
}
