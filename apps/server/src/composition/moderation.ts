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

/** How long a plugin's phase may take. Milliseconds. */
const DEADLINE = 10_000

const INPUTS: readonly string[] = [...Object.keys(MODERATION_INPUTS), ...SETTING_NAMES.map(name => `settings.${name}`)]
/** Each plugin keeps settings of its own under a name in there. */
const OWN_SETTING = /^settings\.metadata\.[^.]+$/

/** A phase, and after which one it was put. */
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
      const known = phases.findIndex(({ name }) => name === phase.name)
      if (known >= 0) {
        // A second one of that name is a conflict, unless the operator lets it take the place of the first.
        if (ledger.owner('moderation phase', phase.name) === plugin)
          phases[known] = { ...ownPhase(plugin, phase), ...placedAfter(phases[known]!.behind) }
        continue
      }
      const at = positionOf(phase, phases)
      if (at < 0) problems.push(unknownPlace(plugin, phase, phases))
      else phases.splice(at, 0, { ...ownPhase(plugin, phase), ...placedAfter(phase.after) })
    }
  }
  return { phases, problems }
}

const placedAfter = (behind: string | undefined): Pick<Placed, 'behind'> => (behind === undefined ? {} : { behind })

/** Where a phase belongs; phases that come after the same one keep the order of the plugins. -1 when there is no such phase. */
function positionOf({ before, after }: ModerationPhase<ServerContext>, phases: readonly Placed[]): number {
  if (before !== undefined) return phases.findIndex(({ name }) => name === before)
  if (after === undefined) return phases.length
  const found = phases.findIndex(({ name }) => name === after)
  if (found < 0) return -1
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
      : `the phases so far are ${names.join(', ')}; another plugin's are there when that plugin is listed first, or named in requires`,
  }
}

function unknownInputs(plugin: LoadedPlugin, { name, judgesBy = [] }: ModerationPhase<ServerContext>): Problem[] {
  return judgesBy
    .filter(input => !INPUTS.includes(input) && !OWN_SETTING.test(input))
    .map(input => {
      const near = nearestName(input, INPUTS)
      return {
        code: 'PLUGIN_HOOK_INVALID',
        plugins: [referenceTo(plugin)],
        hook: 'moderation',
        message: `${name} judges by ${input}, and there is no such input`,
        fix: near
          ? `did you mean ${near}?`
          : `the inputs are ${Object.keys(MODERATION_INPUTS).join(', ')}, settings.<name> and settings.metadata.<name>`,
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

/** A gate is also asked within the transaction that stores the comment, which must not wait for a plugin. */
function answerOfGate(answer: unknown): undefined {
  if (answer === undefined || answer === null) return undefined
  if (isThenable(answer)) Promise.resolve(answer).catch(() => {})
  throw new Error(
    `is a gate and answered with ${described(answer)}; a gate throws to refuse and returns nothing otherwise`,
  )
}

/** The phase as it is run: a plugin's gets its own view of the context, has a deadline, and answers for its errors. */
function ownPhase(plugin: LoadedPlugin, phase: ModerationPhase<ServerContext>): ComposedPhase {
  const { name, gate = false } = phase
  const declared = { name, gate, ...(phase.judgesBy ? { judgesBy: phase.judgesBy } : {}) }
  if (plugin.core)
    return {
      ...declared,
      run: (submission, context) => phase.run(submission, context) as PhaseAnswer | Promise<PhaseAnswer>,
    }
  const view = contextOf(plugin)
  const checked = (answer: unknown): PhaseAnswer => {
    const { success, data, error } = decision.safeParse(answer, { error: wording })
    if (success) return (data ?? undefined) as PhaseAnswer
    throw new Error(
      `gave no decision: ${error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`).join('; ')}`,
    )
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
