import type { CommentStatus, Submission } from '@platform/plugin-sdk'
import type { ComposedPhase } from '../../../contract/composed.ts'
import type { ServerContext } from '../../../contract/context.ts'
import type { PipelineAction } from '../pipeline-actions.ts'

/** What the pipeline makes of a submission. */
export interface Judgement {
  readonly status: CommentStatus
  /** The phase that decided; `null` when none had anything to say. */
  readonly phase: string | null
  readonly reason: string | null
  /** What the phases said of it, up to the one that decided. */
  readonly actions: readonly PipelineAction[]
}

/**
 * Asks the phases in their order: the first that gives a status decides, else the comment is published.
 *
 * @throws PlatformError when a phase refuses it.
 */
export async function moderate(
  submission: Submission,
  { phases, context }: { phases: readonly ComposedPhase[]; context: ServerContext },
): Promise<Judgement> {
  const actions: PipelineAction[] = []
  for (const { name, run } of phases) {
    const decision = await run(submission, context)
    actions.push(...(decision?.actions ?? []))
    if (decision?.status) return { status: decision.status, phase: name, reason: decision.reason ?? null, actions }
  }
  return { status: 'NONE', phase: null, reason: null, actions }
}
