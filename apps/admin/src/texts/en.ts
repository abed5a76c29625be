import { communityEn } from '../community/texts/en.ts'
import { configureEn } from '../configure/texts/en.ts'
import { dashboardEn } from '../dashboard/texts.ts'
import { discussionsEn } from '../discussions/texts/en.ts'
import { moderateEn } from '../moderate/texts/en.ts'
import { pluginsEn } from '../plugins/texts.ts'
import { setUpEn } from '../setup/texts.ts'

/** The texts around every view, and those that several views have. */
const ownEn = {
  skip: 'To the view',
  views: 'Views',
  moderation: 'Moderation',
  account: 'Your account',
  accountOf: 'Account of {name}',
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  notSignedOut: 'You could not be signed out. Try again when you are connected.',
  noView: 'There is no view at this address.',
  viewForAdministrators: 'This view is for administrators. One of them can give you the role.',
  toModeration: 'To moderation',
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  leaveUnsaved: 'What you changed is not saved. Leave all the same?',
  again: 'Try again',
  more: 'Show more',
  now: 'now',
  reading: 'One moment …',
  unread: 'This could not be read.',
  failed: 'This did not work. Try again in a moment.',
  unreachable: 'The server can’t be reached. Nothing was changed; try again when you are connected.',
  notAllowed: 'You may not do this.',
  goneMeanwhile: 'It has been deleted meanwhile.',
  readTooLong: 'This takes the server too long. Ask for less, such as a longer beginning or one discussion.',
  tooFast: 'That was too fast. Try again in a moment.',
  tooManyPasswords: 'Too many wrong passwords. Try again in ten minutes.',
  passwordMissing: 'Give your password.',
  passwordIncorrect: 'This is not your password.',
  signInAgain: 'Sign out and in again first: you have no password here, and signed in more than an hour ago.',
  passwordAgain: 'Your password',
  passwordWhy: 'It is asked for again, because this can’t be undone or gives access.',
  lastAdministrator: 'This is the last administrator. Make another user administrator first.',
  emailInUse: 'There is an account with this e-mail address.',
  emailInvalid: 'This is no e-mail address.',
  noMail: 'This site sends no mail. Ask its operator.',
  addressInUse: 'Another discussion has this address.',
  addressNotPermitted:
    'This site may not use the address: its host is not one of the permitted domains, or not a public one.',
}

/** The texts of the panel in English. A name ending in `_one` or another plural form is chosen by `count`. */
export const en = {
  ...ownEn,
  ...moderateEn,
  ...configureEn,
  ...communityEn,
  ...discussionsEn,
  ...dashboardEn,
  ...pluginsEn,
  ...setUpEn,
}

/** The names that two of several lists of texts have. */
type Repeated<Lists extends readonly object[], Before = never> = Lists extends readonly [infer First, ...infer Others]
  ? (keyof First & Before) | Repeated<Others extends readonly object[] ? Others : [], Before | keyof First>
  : never

// A text of one view would take the place of that of another one without a word: each name is in one list.
null as unknown as Repeated<
  [
    typeof ownEn,
    typeof moderateEn,
    typeof configureEn,
    typeof communityEn,
    typeof discussionsEn,
    typeof dashboardEn,
    typeof pluginsEn,
    typeof setUpEn,
  ]
> satisfies never

export type AdminTexts = typeof en
export type AdminTextName = keyof AdminTexts
