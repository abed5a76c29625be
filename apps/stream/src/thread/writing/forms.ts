import type { Forms } from '../context.ts'
import { DeleteForm } from './delete-form.tsx'
import { EditForm } from './edit-form.tsx'
import { IgnoreForm } from './ignore-form.tsx'
import { NameForm } from './name-form.tsx'
import { ReportForm } from './report-form.tsx'
import { UnpostedReply } from './unposted-reply.tsx'

/** The forms that most readers never open. The browser loads them with the first one. */
export const forms: Forms = {
  about: { edit: EditForm, delete: DeleteForm, report: ReportForm, ignore: IgnoreForm },
  name: NameForm,
  unposted: UnpostedReply,
}
