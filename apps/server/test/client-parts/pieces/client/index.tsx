import {
  ClickOutside,
  Dialog,
  defineClientPlugin,
  Icon,
  isTagged,
  type SlotProps,
  Spinner,
  signal,
  TabCount,
  TimeAgo,
  tagOf,
  useActions,
  useCan,
  useTag,
} from '@platform/client-sdk'
import { useEffect, useState } from 'preact/hooks'

const best = tagOf('BEST')

function Best({ comment }: SlotProps['commentActions']) {
  const { notify } = useActions()
  const { isOn, change } = useTag(best, comment)
  const may = useCan('ADD_COMMENT_TAG')
  const choose = async () => {
    const refused = await change(!isOn)
    if (refused !== null) notify(refused)
  }
  return (
    <span class={may ? 'may-tag' : 'may-not-tag'}>
      <button type="button" class="action best" aria-pressed={isOn} onClick={() => void choose()}>
        <Icon path="M4 12h16" /> Best
      </button>
      <TimeAgo time={comment.created_at} />
    </span>
  )
}

function Rules({ asset }: SlotProps['stream']) {
  const { read } = useActions()
  const [open, setOpen] = useState(false)
  const [outside, setOutside] = useState(0)
  const [answer, setAnswer] = useState('nothing')
  const ask = async () => {
    setAnswer('')
    setAnswer(JSON.stringify(await read('address', { id: asset.id })))
  }
  return (
    <>
      <button type="button" class="open-rules" onClick={() => setOpen(true)}>
        Rules
      </button>
      <Dialog open={open} title="The rules" onClose={() => setOpen(false)}>
        <p>Be kind.</p>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </Dialog>
      <ClickOutside onClickOutside={() => setOutside(outside + 1)}>
        <span class="inside">{outside}</span>
      </ClickOutside>
      <button type="button" class="ask" onClick={() => void ask()}>
        Ask
      </button>
      {answer === '' ? <Spinner label="Loading" /> : <output class="answer">{answer}</output>}
    </>
  )
}

/** What it shows is asked for by an effect, which runs in the browser only. */
function Numbers({ asset }: SlotProps['streamTabPanes']) {
  const { read } = useActions()
  const [answer, setAnswer] = useState<string | null>(null)
  useEffect(() => {
    void read('address', { id: asset.id }).then(found => setAnswer(JSON.stringify(found)))
  }, [asset.id])
  return answer === null ? <Spinner label="Loading" /> : <output class="numbers">{answer}</output>
}

/** The same in a tab of the profile, which is also on a page that has no stream. */
function Names() {
  const { mutate, read } = useActions()
  const [answer, setAnswer] = useState<string | null>(null)
  useEffect(() => {
    void read('name').then(found => setAnswer(JSON.stringify(found)))
  }, [])
  return (
    <>
      {answer === null ? <Spinner label="Loading" /> : <output class="names">{answer}</output>}
      <button type="button" onClick={() => void mutate('stopIgnoring', { id: 'nobody' })}>
        Stop
      </button>
      <output class="steps">{steps.value.join(' ')}</output>
    </>
  )
}

/** What the functions of a mutation were called with. */
const steps = signal<readonly string[]>([])
const noteStep = (step: string) => {
  steps.value = [...steps.value, step]
}

/** Everything that takes the place of a component or helper of the predecessor. */
export default defineClientPlugin({
  slots: {
    commentActions: Best,
    stream: Rules,
    streamTabs: () => (
      <>
        Numbers <TabCount count={12_345} />
      </>
    ),
    streamTabPanes: Numbers,
    profileTabs: () => 'Names',
    profileTabPanes: Names,
  },
  commentClass: ({ comment }) => {
    if (comment.body === 'throws') throw new Error('its class throws')
    return isTagged(comment.tags, 'BEST') ? 'best-comment' : undefined
  },
  mutations: {
    ...best.mutations,
    stopIgnoring: {
      document: 'mutation ($id: ID!) { stopIgnoringUser(id: $id) { errors { translation_key message } } }',
      optimistic: ({ id }, { viewer }) => noteStep(`${viewer === null ? 'nobody' : 'reader'} ${id}`),
      answered: data => noteStep(Object.keys(data).join()),
    },
  },
  queries: {
    address: { document: 'query ($id: ID!) { asset(id: $id) { url } me { username } }' },
    name: { document: '{ me { username } }' },
  },
})
