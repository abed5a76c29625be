import { Avatar } from '@platform/client-kit'
import { Slot } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { Person } from '../documents/generated.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Failed } from '../kit/failed.tsx'
import { useQuery } from '../kit/use-query.ts'
import { useAuthorAgain } from '../moderate/use-author-again.ts'
import { Facts } from './facts.tsx'
import { PersonComments } from './person-comments.tsx'
import { PersonHistory } from './person-history.tsx'
import { PersonNotes } from './person-notes.tsx'
import { mayDecideAbout, PersonStates, type ReadPerson } from './person-states.tsx'

/** A user beside the view: who it is, what holds, what was decided, and everything that the user wrote. */
export function PersonDrawer({ id, onClose }: { readonly id: string; onClose(): void }) {
  const { texts } = useAdmin()
  const { data, failed, again } = useQuery(Person, { id })
  const commentsAgain = useAuthorAgain()
  const user = data?.user
  return (
    <Dialog title={user?.username ?? texts.text('person')} onClose={onClose} place="side">
      {failed && <Failed again={again} />}
      {!data && !failed && <p class="soft">{texts.text('reading')}</p>}
      {data && !user && <p class="soft">{texts.text('deletedUser')}</p>}
      {user && (
        <Drawn
          key={id}
          person={{ ...data, user }}
          onChange={() => {
            again()
            commentsAgain(id)
          }}
        />
      )}
    </Dialog>
  )
}

interface DrawnProps {
  readonly person: ReadPerson
  onChange(): void
}

const TABS = ['all', 'rejected', 'history', 'notes'] as const
const NAMES = {
  all: 'everythingWritten',
  rejected: 'queueRejected',
  history: 'personHistory',
  notes: 'notes',
} as const

function Drawn({ person, onChange }: DrawnProps) {
  const { texts } = useAdmin()
  const { user } = person
  const [tab, open] = useState<(typeof TABS)[number]>('all')
  return (
    <>
      <div class="person-head">
        <Avatar name={user.username} picture={user.avatar} />
        <PersonStates person={person} onChange={onChange} />
      </div>
      <Facts person={person} />
      <Slot name="userProfile" props={{ root: {}, user }} />
      <div role="tablist" aria-label={texts.text('aboutPerson')} class="person-tabs">
        {TABS.filter(name => name !== 'notes' || mayDecideAbout(user)).map(name => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`person-${name}`}
            aria-selected={tab === name}
            aria-controls="person-pane"
            onClick={() => open(name)}
          >
            {texts.text(NAMES[name])}
            {name === 'notes' && (user.noteCount ?? 0) > 0 && <span class="count">{user.noteCount}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="person-pane" aria-labelledby={`person-${tab}`}>
        {tab === 'history' && <PersonHistory person={person} onChange={onChange} />}
        {tab === 'notes' && <PersonNotes id={user.id} onChange={onChange} />}
        {tab === 'all' && <PersonComments key="all" person={person} statuses={null} />}
        {tab === 'rejected' && <PersonComments key="rejected" person={person} statuses={['REJECTED']} />}
      </div>
    </>
  )
}
