import type { CommentStatus, Submission } from '@platform/plugin-sdk'
import type { ComposedPhase, PhaseAnswer } from '../../../contract/composed.ts'
import type { ServerContext } from '../../../contract/context.ts'

/** What a phase, or a plugin on the input, says of a comment; it is in the name of no user. */
export interface ModerationAction {
  readonly action_type: string
  readonly group_id?: string | null
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** The answers of the phases that were asked, in their order. */
export type PhaseAnswers = ReadonlyMap<ComposedPhase, PhaseAnswer>

/** What the moderation phases make of a submission. */
export interface ModerationResult {
  readonly status: CommentStatus
  /** The phase that decided; `null` when none did. */
  readonly phase: string | null
  readonly reason: string | null
  /** What the phases said of the comment, up to the one that decided. */
  readonly actions: readonly ModerationAction[]
  readonly answers: PhaseAnswers
}

/** Which phases are asked; all of them unless it says otherwise. */
export interface PhaseSelection {
  /** Answers of the run before this one that still hold: these phases are not asked again. */
  readonly kept?: PhaseAnswers
  /** Whether only those phases are asked that say if anything may be posted here at all. */
  readonly gatesOnly?: boolean
}

interface Asked extends PhaseSelection {
  readonly phases: readonly ComposedPhase[]
  readonly context: ServerContext
}

/**
 * Asks the phases in their order: the first that gives a status decides, and when none does the comment is published.
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
