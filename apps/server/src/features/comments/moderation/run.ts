import type { CommentStatus, Submission } from '@platform/plugin-sdk'
import type { ComposedPhase, PhaseAnswer } from '../../../contract/composed.ts'
import type { ServerContext } from '../../../contract/context.ts'

/** An action of a phase, or of a plugin, on a comment; no user made it. */
export interface ModerationAction {
  readonly action_type: string
  readonly group_id?: string | null
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** The answers of the phases that were asked, in their order. */
export type PhaseAnswers = ReadonlyMap<ComposedPhase, PhaseAnswer>

/** The result of a moderation run. */
export interface ModerationResult {
  readonly status: CommentStatus
  /** The phase that decided; `null` when none did. */
  readonly phase: string | null
  readonly reason: string | null
  /** The actions of the phases, up to the phase that decided. */
  readonly actions: readonly ModerationAction[]
  readonly answers: PhaseAnswers
}

/** The phases that run; by default all of them. */
export interface PhaseSelection {
  /** Answers of the run before that are still valid: their phases do not run again. */
  readonly kept?: PhaseAnswers
  /** Whether only gates run: the phases that decide if any comment may be posted here. */
  readonly gatesOnly?: boolean
}

interface Asked extends PhaseSelection {
  readonly phases: readonly ComposedPhase[]
  readonly context: ServerContext
}

/**
 * Runs the phases in their order: the first one that gives a status decides. Without a status the comment is published.
 *
 * @throws PlatformError when a phase refuses the comment.
 */
export async function runModeration(
  submission: Submission,
  { phases, context, kept, gatesOnly = false }: Asked,
): Promise<ModerationResult> {
  const answers = new Map<ComposedPhase, PhaseAnswer>()
  const actions: ModerationAction[] = []
  for (const phase of phases) {
    if (gatesOnly && !phase.gate) continue
    const answer = kept?.has(phase) ? kept.get(phase) : await phase.run(submission, context)
    answers.set(phase, answer)
    if (answer?.actions) actions.push(...answer.actions)
    if (answer?.status)
      return { status: answer.status, phase: phase.name, reason: answer.reason ?? null, actions, answers }
  }
  return { status: 'NONE', phase: null, reason: null, actions, answers }
}
