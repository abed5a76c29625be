import { useAdmin } from '../app/context.ts'
import { Field } from './form.tsx'
import type { Send } from './use-send.ts'

/** Asks for the password of the viewer again, for what can't be undone and for what gives access. */
export function PasswordField({ sending }: { readonly sending: Pick<Send<unknown, unknown>, 'fields'> }) {
  const { texts } = useAdmin()
  return (
    <Field name="password" label={texts.text('passwordAgain')} hint={texts.text('passwordWhy')} sending={sending}>
      {control => <input type="password" autoComplete="current-password" {...control} />}
    </Field>
  )
}
