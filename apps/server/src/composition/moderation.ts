import { wording } from '@platform/config'
import { COMMENT_STATUSES } from '@platform/core-schema/enums'
import { described, isThenable, type LoadedPlugin, type Problem, referenceTo } from '@platform/plugin-host'
import {
  MODERATION_INPUTS,
  type ModerationPhase,
  nearestName,
  SETTING_NAMES,
  type Submission,
} from '@platform/plugin-sdk'
import pTimeout from 'p-timeout'
import { z } from 'zod'
import type { ComposedPhase, PhaseAnswer } from '../contract/composed.ts'
import type { ServerContext } from '../contract/context.ts'
import { attribute } from './attribution.ts'
import { contextOf } from './context/plugin-view.ts'
import type { Ledger } from './ledger.ts'

/**
 * How long a plugin's phase may take. It ends before the time of the operation, whose error could not name the phase.
 * Milliseconds.
 */
const DEADLINE = 9_000

const INPUTS: readonly string[] = [...Object.keys(MODERATION_INPUTS), ...SETTING_NAMES.map(name => `settings.${name}`)]
/** Plugins keep data of their own in `metadata`, each under its name. */
const OF_PLUGINS = /^(?:author|asset|settings)\.metadata\.[^.]+$/

/** A phase, and the phase that its `after` names. */
interface Placed extends ComposedPhase {
  readonly behind?: string
}

/** The phases of all plugins in one order: the core's as listed, then each plugin's at the place it names. */
export function composePhases(
  plugins: readonly LoadedPlugin[],
  ledger: Ledger,
): { phases: readonly ComposedPhase[]; problems: readonly Problem[] } {
  const phases: Placed[] = []
  const problems: Problem[] = []
  for (const plugin of plugins) {
    for (const phase of plugin.hooks.moderation ?? []) {
      ledger.claim('moderation phase', phase.name, plugin)
      problems.push(...unknownInputs(plugin, phase))
      const known = phases.find(({ name }) => name === phase.name)
      if (known) {
        // A second phase of that name is a conflict, unless the operator allows it to replace the first.
        if (ledger.owner('moderation phase', phase.name) === plugin)
          phases[phases.indexOf(known)] = { ...ownPhase(plugin, phase), ...placedAfter(known.behind) }
        continue
      }
      const at = positionOf(phase, phases)
      if (at === null) problems.push(unknownPlace(plugin, phase, phases))
      else phases.splice(at, 0, { ...ownPhase(plugin, phase), ...placedAfter(phase.after) })
    }
  }
  return { phases, problems }
}

const placedAfter = (behind: string | undefined): Pick<Placed, 'behind'> => (behind === undefined ? {} : { behind })

/**
 * The index at which a phase belongs; `null` when it names an unknown phase. Phases that come after the same phase keep
 * the order of the plugins.
 */
function positionOf({ before, after }: ModerationPhase<ServerContext>, phases: readonly Placed[]): number | null {
  const neighbour = before ?? after
  if (neighbour === undefined) return phases.length
  const found = phases.findIndex(({ name }) => name === neighbour)
  if (found < 0 || before !== undefined) return found < 0 ? null : found
  const next = phases.findIndex((phase, i) => i > found && phase.behind !== after)
  return next < 0 ? phases.length : next
}

function unknownPlace(
  plugin: LoadedPlugin,
  { name, before, after }: ModerationPhase<ServerContext>,
  phases: readonly Placed[],
): Problem {
  const wanted = before ?? after ?? ''
  const names = phases.map(phase => phase.name)
  const near = nearestName(wanted, names)
  return {
    code: 'PLUGIN_HOOK_INVALID',
    plugins: [referenceTo(plugin)],
    hook: 'moderation',
    message: `${name} is placed ${before === undefined ? 'after' : 'before'} ${wanted}, and there is no such phase`,
    fix: near
      ? `did you mean ${near}?`
      : `the phases so far are ${names.join(', ')}; ` +
        "another plugin's are there when that plugin is listed first, or named in requires",
  }
}

function unknownInputs(plugin: LoadedPlugin, { name, judgesBy = [] }: ModerationPhase<ServerContext>): Problem[] {
  return judgesBy
    .filter(input => !INPUTS.includes(input) && !OF_PLUGINS.test(input))
    .map(input => {
      const near = nearestName(input, INPUTS)
      const names = Object.keys(MODERATION_INPUTS).join(', ')
      return {
        code: 'PLUGIN_HOOK_INVALID',
        plugins: [referenceTo(plugin)],
        hook: 'moderation',
        message: `judgesBy of ${name} names ${input}, and there is no such moderation input`,
        fix: near
          ? `did you mean ${near}?`
          : `the inputs are ${names}, settings.<name>, and <author, asset or settings>.metadata.<name>`,
      }
    })
}

const decision = z
  .strictObject({
    status: z.enum(COMMENT_STATUSES).optional(),
    reason: z.string().max(500).optional(),
    actions: z
      .array(
        z.strictObject({
          action_type: z.string(),
          group_id: z.string().nullish(),
          metadata: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .max(20)
      .optional(),
  })
  .nullish()

/**
 * Checks that a gate is synchronous: it is asked in the transaction that stores the comment, which waits for no plugin.
 */
function answerOfGate(answer: unknown): undefined {
  if (answer === undefined || answer === null) return undefined
  if (isThenable(answer)) Promise.resolve(answer).catch(() => {})
  throw new Error(
    `is a gate and answered with ${described(answer)}; a gate throws to refuse and returns nothing otherwise`,
  )
}

/**
 * A phase as it is run: a plugin's has a deadline, its own view of the context, and errors that are marked as its own.
 */
function ownPhase(plugin: LoadedPlugin, phase: ModerationPhase<ServerContext>): ComposedPhase {
  const { name, purpose, judgesBy, gate = false } = phase
  const declared = { name, gate, ...(purpose ? { purpose } : {}), ...(judgesBy ? { judgesBy } : {}) }
  if (plugin.core)
    return {
      ...declared,
      run: (submission, context) => phase.run(submission, context) as PhaseAnswer | Promise<PhaseAnswer>,
    }
  const view = contextOf(plugin)
  const checked = (answer: unknown): PhaseAnswer => {
    const { success, data, error } = decision.safeParse(answer, { error: wording })
    if (success) return (data ?? undefined) as PhaseAnswer
    const wrong = error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`)
    throw new Error(`gave no decision: ${wrong.join('; ')}`)
  }
  return {
    ...declared,
    run: attribute(plugin, 'moderation', name, (submission: Submission, context: ServerContext) => {
      const answer = phase.run(submission, view(context))
      if (gate) return answerOfGate(answer)
      if (!isThenable(answer)) return checked(answer)
      const message = `did not decide within ${DEADLINE / 1_000} s`
      return pTimeout(answer, { milliseconds: DEADLINE, message }).then(checked)
    }),
  }
}
