import type { ListedPersonFragment } from '../documents/types.ts'

/** A dialog about one user. */
export interface PersonDialogProps {
  readonly person: Pick<ListedPersonFragment, 'id' | 'username' | 'role'>
  onClose(): void
  /** Is called when it is done, with a sentence that says so. */
  onDone(sentence: string): void
}
