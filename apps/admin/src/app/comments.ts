import type { CommentChange, SlotComment } from '@platform/client-sdk'
import { type Signal, signal } from '@preact/signals'
import type { ModeratedCommentFragment } from '../documents/types.ts'

/** A comment as the panel reads it. Plugins add fields. */
export type AdminComment = ModeratedCommentFragment

/** The comments that the panel has read, each once, so that a change is seen wherever the comment is shown. */
export interface Comments {
  /** Keeps what was read of a comment. @returns what is known of it. */
  put(comment: AdminComment): Signal<AdminComment>
  find(id: string): Signal<AdminComment> | undefined
  /** The ids of those that a user wrote. */
  of(author: string): readonly string[]
  /** Changes what is shown of a comment. One that was not read stays unknown. */
  change(id: string, change: CommentChange): void
  /** Changes what is shown of a user in every comment of theirs. */
  changeAuthor(user: string, change: Partial<NonNullable<SlotComment['user']>>): void
  /** Changes that can be taken back, for as long as nothing newer has come. */
  trial(): { change(id: string, change: CommentChange): void; takeBack(): void }
  /** The address at which readers find a comment. */
  addressOf(id: string): string
}

export function createComments(): Comments {
  const known = new Map<string, Signal<AdminComment>>()
  const change: Comments['change'] = (id, making) => {
    const comment = known.get(id)
    if (!comment) return
    const { comment: fields } = making(comment.value as SlotComment, comment.value as never)
    if (fields) comment.value = { ...comment.value, ...fields } as AdminComment
  }
  return {
    put(comment) {
      const found = known.get(comment.id)
      if (!found) {
        const made = signal(comment)
        known.set(comment.id, made)
        return made
      }
      found.value = comment
      return found
    },
    find: id => known.get(id),
    of: author => [...known.values()].flatMap(({ value: { id, user } }) => (user?.id === author ? [id] : [])),
    change,
    changeAuthor(author, changes) {
      for (const comment of known.values()) {
        const { user } = comment.value
        if (user?.id === author) comment.value = { ...comment.value, user: { ...user, ...changes } } as AdminComment
      }
    },
    trial() {
      const before = new Map<string, readonly [before: AdminComment, after: AdminComment]>()
      return {
        change(id, making) {
          const comment = known.get(id)
          if (!comment) return
          const [first] = before.get(id) ?? [comment.value]
          change(id, making)
          before.set(id, [first, comment.value])
        },
        takeBack() {
          for (const [id, [first, after]] of before) {
            const comment = known.get(id)
            if (comment?.value === after) comment.value = first
          }
        },
      }
    },
    addressOf: id => known.get(id)?.value.url ?? '',
  }
}
