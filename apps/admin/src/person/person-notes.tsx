import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { CreateNote, DeleteNote, NotesAbout } from '../documents/generated.ts'
import { Failed } from '../kit/failed.tsx'
import { refusalText } from '../kit/refusal-text.ts'
import { Timestamp } from '../kit/timestamp.tsx'
import { useQuery } from '../kit/use-query.ts'

interface PersonNotesProps {
  readonly id: string
  onChange(): void
}

/** What moderators noted about a user, the latest first. Only they read it. */
export function PersonNotes({ id, onChange }: PersonNotesProps) {
  const { graph, say, state, texts } = useAdmin()
  const [typed, setTyped] = useState('')
  const { data, failed, again } = useQuery(NotesAbout, { id, cursor: null })
  const change = async (refused: ReturnType<typeof graph.change>) => {
    const refusal = await refused
    if (refusal) say(refusalText(texts, refusal), 'wrong')
    else onChange()
    again()
    return refusal === null
  }
  const write = async (event: SubmitEvent) => {
    event.preventDefault()
    if (await change(graph.change(CreateNote, { id, body: typed }))) setTyped('')
  }
  if (failed) return <Failed again={again} />
  const notes = data?.userNotes?.nodes ?? []
  return (
    <>
      <form class="note-form" onSubmit={event => void write(event)}>
        <label>
          {texts.text('writeNote')}
          <textarea
            rows={3}
            maxLength={2_000}
            required
            value={typed}
            onInput={event => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">
          {texts.text('keepNote')}
        </button>
      </form>
      {data && notes.length === 0 && <p class="empty">{texts.text('noNotes')}</p>}
      <ol class="events">
        {notes.map(note => (
          <li key={note.id}>
            <p class="card-head">
              <strong>
                <bdi>{note.author?.username ?? texts.text('deletedUser')}</bdi>
              </strong>
              <Timestamp time={note.created_at} />
              {note.author?.id === state.viewer.id && (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => void change(graph.change(DeleteNote, { id: note.id }))}
                >
                  {texts.text('deleteNote')}
                </button>
              )}
            </p>
            <p dir="auto" class="note">
              {note.body}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
