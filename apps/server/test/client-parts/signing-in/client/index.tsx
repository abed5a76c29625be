import { defineClientPlugin, type SlotName, type SlotProps, useActions, useAlive } from '@platform/client-sdk'
import { useEffect, useState } from 'preact/hooks'

const mark = (name: SlotName) => () => (
  <span data-filled={name} data-alive={useAlive().value}>
    {name}
  </span>
)

/** A button that asks the server for something, and says what became of it. */
function Ask() {
  const { mutate } = useActions()
  const [answer, setAnswer] = useState('')
  const ask = async () => setAnswer((await mutate('ask', {})).refused ?? 'It is done.')
  return (
    <>
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>
      <output>{answer}</output>
    </>
  )
}

/** A box that must be checked before somebody can register. */
function Rules({ indicateBlocker, indicateBlockerResolved }: SlotProps['talkPluginAuth.formField']) {
  const [kept, setKept] = useState(false)
  useEffect(() => {
    if (kept) return
    indicateBlocker()
    return indicateBlockerResolved
  }, [kept])
  return (
    <label data-filled="talkPluginAuth.formField">
      <input type="checkbox" checked={kept} onChange={event => setKept(event.currentTarget.checked)} /> I keep to the
      rules
    </label>
  )
}

export default defineClientPlugin({
  slots: {
    login: [mark('login'), Ask],
    authExternalSignIn: mark('authExternalSignIn'),
    authExternalSignUp: mark('authExternalSignUp'),
    authExternalAdminSignIn: mark('authExternalAdminSignIn'),
    'talkPluginAuth.formField': Rules,
  },
  mutations: { ask: { document: 'mutation { requestDownloadLink { errors { translation_key message } } }' } },
})
