/** What a button changes in the text. */
export type TextCommand = 'bold' | 'italic' | 'quote' | 'list' | 'undo' | 'redo'

/** What a button does. */
export type Command = TextCommand | 'preview'

/** Which buttons are on at the caret, and which can't be used now. */
export interface CommandState {
  readonly on: readonly Command[]
  readonly off: readonly Command[]
}

/** What the buttons have to do with the editor. */
export interface Tools {
  /** What the editor does by a button; before the editor is there, the button that was pressed. */
  run: ((command: Command) => void) | Command | null
  readonly onState: (state: CommandState) => void
}

/** The plain field as it was when the editor took its place. */
export interface FieldBefore {
  readonly body: string
  /** Where the selection begins and ends. */
  readonly start: number
  readonly end: number
  readonly height: number
  readonly focused: boolean
}
