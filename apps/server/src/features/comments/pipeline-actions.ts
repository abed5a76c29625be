import { randomUUID } from 'node:crypto'
import type { Docstore, Session } from '@platform/docstore'
import type { Action, ActionCounts, Comment } from '@platform/plugin-sdk'
import { assertCountable, countersOf } from '../actions/model.ts'

/** What the pipeline, or a plugin in it, says of a comment; nobody's in particular. */
export interface PipelineAction {
  readonly action_type: string
  readonly group_id?: string | null
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Stores what the pipeline says of a comment, each thing once however often the comment is edited. */
export interface PipelineActions {
  /** @returns by how much the counters of the comment grow. */
  add(
    about: { readonly id: Comment['id']; readonly now: Date },
    said: readonly PipelineAction[],
    session: Session,
  ): Promise<{ counts: ActionCounts }>
}

export function createPipelineActions(docstore: Docstore): PipelineActions {
  const actions = docstore.collection<Action>('actions')
  return {
    async add({ id, now }, said, session) {
      if (said.length === 0) return { counts: {} }
      said.forEach(assertCountable)
      const known = new Set(
        (await actions.find({ item_id: id, user_id: null, item_type: 'COMMENTS' }, { session }).toArray()).map(keyOf),
      )
      const fresh = said
        .map(
          ({ action_type, group_id = null, metadata = {} }): Action => ({
            id: randomUUID(),
            item_id: id,
            item_type: 'COMMENTS',
            action_type,
            group_id,
            user_id: null,
            metadata: { ...metadata },
            created_at: now,
            updated_at: now,
          }),
        )
        .filter(action => !known.has(keyOf(action)) && known.add(keyOf(action)))
      if (fresh.length > 0) await actions.insertMany(fresh, { session })
      return { counts: countersOf(fresh) }
    },
  }
}

function keyOf({ action_type: type, group_id: group }: Pick<Action, 'action_type' | 'group_id'>): string {
  return JSON.stringify([type, group])
}
