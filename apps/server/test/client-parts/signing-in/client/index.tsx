import { defineClientPlugin, type SlotName, type SlotProps, useAlive } from '@platform/client-sdk'
import { useEffect, useState } from 'preact/hooks'

const mark = (name: SlotName) => () => (
  <span data-filled={name} data-alive={useAlive().value}>
    {name}
  </span>
)

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
    login: mark('login'),
    authExternalSignIn: mark('authExternalSignIn'),
    authExternalSignUp: mark('authExternalSignUp'),
    authExternalAdminSignIn: mark('authExternalAdminSignIn'),
    'talkPluginAuth.formField': Rules,
  },
})
