import type { ClientTexts } from '@platform/client-sdk'

/** The texts of the dialog. Keys in upper case are codes of refusals. */
export const stepTexts: ClientTexts = {
  en: {
    deletionWhatTitle: 'What is deleted',
    deletionWhat:
      'Your account, your name, your picture and the text of everything you wrote are deleted for good. The places of your comments stay empty, so that replies of others can be understood.',
    deletionWhenTitle: 'When it happens',
    deletionWhen:
      'Your account is deleted 24 hours after you confirm. Until then you can change your mind: the page of your account lets you keep it.',
    deletionCopyTitle: 'Keep a copy',
    deletionCopy:
      'What is deleted can’t be brought back. You can download everything that is stored about you before you go on.',
    continue: 'Continue',
    deletionStep: 'Step {step} of {steps}',
    back: 'Back',
    close: 'Close',
    confirmTitle: 'Confirm the deletion',
    requested: 'The deletion is requested',
    requestedLead: 'Your account will be deleted on {time}. Until then a notice above the tabs lets you keep it.',
    confirm: 'Write “delete” to go on',
    phrase: '[Dd]elete',
    password: 'Your password',
    PASSWORD_AGAIN: 'Give your password.',
    PASSWORD_INCORRECT: 'This is not your password.',
    LOGIN_MAXIMUM_EXCEEDED: 'Too many wrong passwords. Try again in ten minutes.',
    SIGN_IN_AGAIN:
      'Your account has no password, so this is possible only within an hour of signing in, on the page of your account.',
    LAST_ADMIN: 'This is the last administrator. Make another user administrator first.',
  },
  de: {
    deletionWhatTitle: 'Was gelöscht wird',
    deletionWhat:
      'Ihr Konto, Ihr Name, Ihr Bild und der Text von allem, was Sie geschrieben haben, werden endgültig gelöscht. Die Plätze Ihrer Kommentare bleiben leer, damit die Antworten anderer verständlich sind.',
    deletionWhenTitle: 'Wann es geschieht',
    deletionWhen:
      'Ihr Konto wird 24 Stunden nach Ihrer Bestätigung gelöscht. Bis dahin können Sie es sich anders überlegen: Auf der Seite Ihres Kontos können Sie es behalten.',
    deletionCopyTitle: 'Eine Kopie behalten',
    deletionCopy:
      'Was gelöscht ist, lässt sich nicht zurückholen. Vorher können Sie alles herunterladen, was über Sie gespeichert ist.',
    continue: 'Weiter',
    deletionStep: 'Schritt {step} von {steps}',
    back: 'Zurück',
    close: 'Schließen',
    confirmTitle: 'Das Löschen bestätigen',
    requested: 'Das Löschen ist beauftragt',
    requestedLead:
      'Ihr Konto wird am {time} gelöscht. Bis dahin können Sie es mit dem Hinweis über den Reitern behalten.',
    confirm: 'Schreiben Sie „löschen“, um fortzufahren',
    phrase: '[Ll]öschen',
    password: 'Ihr Passwort',
    PASSWORD_AGAIN: 'Geben Sie Ihr Passwort ein.',
    PASSWORD_INCORRECT: 'Das ist nicht Ihr Passwort.',
    LOGIN_MAXIMUM_EXCEEDED: 'Zu viele falsche Passwörter. Versuchen Sie es in zehn Minuten wieder.',
    SIGN_IN_AGAIN:
      'Ihr Konto hat kein Passwort. Darum ist das nur in der ersten Stunde nach dem Anmelden möglich, auf der Seite Ihres Kontos.',
    LAST_ADMIN: 'Das ist der letzte Administrator. Machen Sie zuerst ein anderes Konto dazu.',
  },
}
