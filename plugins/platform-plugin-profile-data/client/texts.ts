import type { ClientTexts } from '@platform/client-sdk'

export const translations: ClientTexts = {
  en: {
    data: 'Your data',
    dataHint: 'A link by which you download everything that is stored about you is sent to your e-mail address.',
    sendLink: 'Send me the link',
    linkSent: 'The link is on its way to your e-mail address.',
    askedAt: 'You last asked for it on {time}. You can ask again on {next}.',
    deletion: 'Delete your account',
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
    requestedLead: 'Your account will be deleted on {time}. Until then a sign above the comments lets you keep it.',
    confirm: 'Write “delete” to go on',
    phrase: '[Dd]elete',
    deleteIt: 'Delete my account',
    endsAt: 'Your account will be deleted on {time}.',
    keep: 'Keep my account',
    kept: 'Your account is kept.',
  },
  de: {
    data: 'Ihre Daten',
    dataHint: 'Ein Link, über den Sie alles herunterladen, was über Sie gespeichert ist, geht an Ihre E-Mail-Adresse.',
    sendLink: 'Link senden',
    linkSent: 'Der Link ist unterwegs an Ihre E-Mail-Adresse.',
    askedAt: 'Sie haben zuletzt am {time} danach gefragt. Wieder möglich ist es am {next}.',
    deletion: 'Konto löschen',
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
      'Ihr Konto wird am {time} gelöscht. Bis dahin können Sie es mit dem Hinweis über den Kommentaren behalten.',
    confirm: 'Schreiben Sie „löschen“, um fortzufahren',
    phrase: '[Ll]öschen',
    deleteIt: 'Mein Konto löschen',
    endsAt: 'Ihr Konto wird am {time} gelöscht.',
    keep: 'Konto behalten',
    kept: 'Ihr Konto bleibt.',
  },
}
