import { communityDe } from '../community/texts/de.ts'
import { configureDe } from '../configure/texts/de.ts'
import { dashboardDe } from '../dashboard/texts.ts'
import { discussionsDe } from '../discussions/texts/de.ts'
import { moderateDe } from '../moderate/texts/de.ts'
import { pluginsDe } from '../plugins/texts.ts'
import { setUpDe } from '../setup/texts.ts'
import type { AdminTexts } from './en.ts'

/** The texts of the panel in German. */
export const de: AdminTexts = {
  skip: 'Zur Ansicht',
  views: 'Ansichten',
  moderation: 'Moderation',
  account: 'Ihr Konto',
  accountOf: 'Konto von {name}',
  signOut: 'Abmelden',
  signOutEverywhere: 'Überall abmelden',
  notSignedOut: 'Sie konnten nicht abgemeldet werden. Versuchen Sie es wieder, sobald Sie verbunden sind.',
  noView: 'Unter dieser Adresse gibt es keine Ansicht.',
  viewForAdministrators: 'Diese Ansicht ist für die Administration. Von ihr können Sie die Rolle bekommen.',
  toModeration: 'Zur Moderation',
  close: 'Schließen',
  cancel: 'Abbrechen',
  undo: 'Rückgängig',
  leaveUnsaved: 'Was Sie geändert haben, ist nicht gespeichert. Trotzdem verlassen?',
  again: 'Noch einmal',
  more: 'Mehr anzeigen',
  now: 'jetzt',
  reading: 'Einen Moment …',
  unread: 'Das konnte nicht gelesen werden.',
  failed: 'Das hat nicht geklappt. Versuchen Sie es gleich noch einmal.',
  unreachable:
    'Der Server ist nicht zu erreichen. Es wurde nichts geändert; versuchen Sie es wieder, sobald Sie verbunden sind.',
  notAllowed: 'Das dürfen Sie nicht.',
  goneMeanwhile: 'Das wurde inzwischen gelöscht.',
  readTooLong:
    'Das dauert zu lange. Fragen Sie nach weniger, etwa nach einem längeren Anfang oder nach einer Diskussion.',
  tooFast: 'Das war zu schnell. Versuchen Sie es gleich noch einmal.',
  tooManyPasswords: 'Zu viele falsche Passwörter. Versuchen Sie es in zehn Minuten noch einmal.',
  passwordMissing: 'Geben Sie Ihr Passwort ein.',
  passwordIncorrect: 'Das ist nicht Ihr Passwort.',
  signInAgain:
    'Melden Sie sich zuerst ab und wieder an: Sie haben hier kein Passwort, und Ihre Anmeldung ist mehr als eine Stunde her.',
  passwordAgain: 'Ihr Passwort',
  passwordWhy: 'Es wird noch einmal verlangt, weil sich das nicht zurücknehmen lässt oder Zugang gibt.',
  lastAdministrator: 'Das ist der letzte Administrator. Geben Sie diese Rolle zuerst jemand anderem.',
  emailInUse: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
  emailInvalid: 'Das ist keine E-Mail-Adresse.',
  noMail: 'Diese Website verschickt keine Mails. Fragen Sie ihren Betreiber.',
  addressInUse: 'Diese Adresse hat eine andere Diskussion.',
  addressNotPermitted:
    'Diese Website darf die Adresse nicht verwenden: Ihr Host gehört nicht zu den erlaubten Domains oder ist nicht öffentlich.',
  ...moderateDe,
  ...configureDe,
  ...communityDe,
  ...discussionsDe,
  ...dashboardDe,
  ...pluginsDe,
  ...setUpDe,
}
