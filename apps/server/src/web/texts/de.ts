import type { PageTexts } from './en.ts'

/** The texts of the platform's own pages in German. */
export const de: PageTexts = {
  // Every page
  unnamedSite: 'Diskussionen',
  skip: 'Zum Inhalt springen',
  account: 'Konto',
  yourAccount: 'Ihr Konto',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  register: 'Registrieren',
  chooseUsername: 'Benutzernamen wählen',
  toDiscussions: 'Zu den Diskussionen',
  continue: 'Weiter',

  // Lists of discussions, and the page of one
  latestDiscussions: 'Neueste Diskussionen',
  olderDiscussions: 'Ältere Diskussionen',
  allDiscussions: 'Alle Diskussionen',
  noDiscussions: 'Es gibt noch keine Diskussionen.',
  comments_one: '{count} Kommentar',
  comments_other: '{count} Kommentare',
  latest: 'zuletzt {time}',
  commentsOn: 'Kommentare zu {title}',
  somethingOn: '{what} zu {title}',
  deletedAccount: 'ein gelöschtes Konto',
  nextSteps: 'Es gibt noch keine Kommentare. So geht es weiter:',
  stepImport: 'Importieren Sie Diskussionen: {command}',
  stepEmbed: 'Ihre Seite ist eingerichtet: Betten Sie eine Diskussion ein, wie das README zeigt.',
  stepAdministrator:
    'Werden Sie Administrator: Öffnen Sie den Link zum Einrichten, den der Server beim Start ausgegeben hat.',
  stepDemo: 'Sehen Sie sich um: Öffnen Sie den {article} und schreiben Sie den ersten Kommentar.',
  stepDemoArticle: 'Beispielartikel',

  // Fields of forms
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  username: 'Benutzername',
  yourUsername: 'Ihr Benutzername',
  usernameHint: 'Buchstaben, Ziffern und Unterstriche.',
  usernamePublic: 'Buchstaben, Ziffern und Unterstriche. Alle sehen ihn.',
  passwordHint: 'Mindestens 8 Zeichen.',
  emailPrivate: 'Nur Sie und die Redaktion sehen sie.',
  currentPassword: 'Jetziges Passwort',
  newPassword: 'Neues Passwort',
  newEmail: 'Neue E-Mail-Adresse',
  code: 'Code',
  codeHint: 'Der Teil nach # im Link der E-Mail.',

  // Signing in and registering
  noSignIn: 'Angemeldet wird auf den Seiten dieser Website, nicht hier.',
  back: 'Zurück',
  newHere: 'Neu hier?',
  forgottenPassword: 'Passwort vergessen?',
  haveAccount: 'Haben Sie ein Konto?',
  captchaHint: 'Oder lösen Sie das Captcha und versuchen Sie es noch einmal, ohne zu warten.',
  captchaScript: 'Das Captcha braucht ein Skript von {host}. Warten Sie bitte, wenn Sie es nicht laden möchten.',
  noMail: 'Diese Seite verschickt keine E-Mails. Bitten Sie den Betreiber, Ihre Adresse zu bestätigen.',
  openMail: 'Öffnen Sie den Link in unserer E-Mail. Wenn sie nicht angekommen ist, fordern Sie eine neue an.',
  anotherLink: 'Neuen Link senden',
  accountCreated: 'Ihr Konto ist angelegt.',
  mailSent: 'Wir haben Ihnen eine E-Mail gesendet: Öffnen Sie den Link darin, um Ihre Adresse zu bestätigen.',
  mailOff: 'Diese Seite verschickt keine E-Mails, deshalb kommt auch keine, mit der Sie Ihre Adresse bestätigen.',
  mailLimited:
    'Es wurde keine E-Mail zum Bestätigen Ihrer Adresse gesendet, weil zu viele angefordert wurden. Warten Sie eine Stunde, dann können Sie {link}.',
  sendLink: 'einen Link anfordern',
  accountCreatedTitle: 'Ihr Konto ist angelegt',
  unconfirmedOff:
    'Bevor Sie sich anmelden, muss Ihre E-Mail-Adresse bestätigt werden, doch diese Seite verschickt keine E-Mails. Fragen Sie den Betreiber.',
  unconfirmedLimited:
    'Bevor Sie sich anmelden, muss Ihre E-Mail-Adresse bestätigt werden. Es wurde keine E-Mail gesendet, weil zu viele angefordert wurden. Warten Sie eine Stunde, dann können Sie {link}.',
  unconfirmedSent:
    'Ihr Konto ist angelegt. Wir haben Ihnen eine E-Mail mit einem Link gesendet: Öffnen Sie ihn und melden Sie sich dann an. Wenn sie nicht ankommt, können Sie {link}.',
  sendAnotherLink: 'einen neuen Link anfordern',
  lookIntoMailbox: 'Sehen Sie in Ihr Postfach',

  // The window that a discussion on another site opens
  signedInAs: 'Sie sind hier als {name} angemeldet.',
  continueAs: 'Weiter als {name}',
  anotherAccount: 'Ein anderes Konto verwenden',
  signedIn: 'Sie sind angemeldet',
  closeWindow: 'Sie können dieses Fenster schließen.',
  closeWindowAndReturn: 'Sie können dieses Fenster schließen und zur Diskussion auf {host} zurückkehren.',
  backTo: 'Zurück zu {host}',
  notSignedIn: 'Sie sind nicht angemeldet',
  closeWindowAndRetry: 'Sie können dieses Fenster schließen und es noch einmal versuchen.',
  toSignIn: 'Zur Anmeldung',

  // Links in mails
  confirmEmail: 'E-Mail-Adresse bestätigen',
  addressIsMine: 'Diese Adresse gehört mir',
  confirmed: 'Adresse bestätigt',
  confirmedLead: 'Danke. Ihre E-Mail-Adresse ist bestätigt.',
  sendALink: 'Link senden',
  resetLinkHint: 'Dorthin senden wir den Link, mit dem Sie ein neues Passwort setzen.',
  resetLinkSent: 'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link für ein neues Passwort unterwegs.',
  confirmLinkHint: 'Dorthin senden wir den Link, mit dem Sie diese Adresse bestätigen.',
  confirmLinkSent: 'Wenn es ein Konto mit dieser Adresse gibt, das nicht bestätigt ist, ist ein Link unterwegs.',
  setNewPassword: 'Neues Passwort setzen',
  setPassword: 'Passwort setzen',
  passwordSet: 'Neues Passwort gesetzt',
  passwordSetLead: 'Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.',

  // One's own account
  doneUsername: 'Ihr Benutzername ist geändert.',
  doneEmail: 'Wir haben einen Link an die neue Adresse gesendet. Ihre Adresse ändert sich, wenn Sie ihn öffnen.',
  donePassword: 'Ihr Passwort ist geändert. Auf allen anderen Geräten wurden Sie abgemeldet.',
  doneAvatar: 'Ihr Bild ist entfernt.',
  doneStay: 'Ihr Konto bleibt bestehen.',
  ownComments: 'Ihre Kommentare',
  ownCommentsHint: 'Sehen, was aus jedem wurde',
  notConfirmed: '{email}, noch nicht bestätigt',
  avatar: 'Ihr Bild',
  avatarHint: 'Ansehen oder entfernen',
  avatarLead:
    'Es stammt von dem Dienst, mit dem Sie sich anmelden, und steht für alle Leser neben Ihren Kommentaren. Wenn Sie es entfernen, steht dort Ihr Anfangsbuchstabe, und es wird kein anderes Bild mehr von dort geholt.',
  removeAvatar: 'Bild entfernen',
  addPassword: 'Passwort hinzufügen',
  addPasswordHint: 'Um sich mit einer E-Mail-Adresse anzumelden',
  changeIt: 'Ändern',
  personalTokens: 'Persönliche Tokens',
  tokensHint: 'Für Programme, die in Ihrem Namen handeln',
  signOutEverywhere: 'Überall abmelden',
  signOutHint: 'Auf jedem Gerät und in jedem Programm',
  downloadData: 'Ihre Daten herunterladen',
  downloadHint: 'Alles, was über Sie gespeichert ist',
  askedAt: 'Zuletzt angefordert: {time}',
  deleteAccount: 'Ihr Konto löschen',
  deleteHint: '24 Stunden, nachdem Sie es verlangt haben',
  deletedAt: 'Ihr Konto wird gelöscht: {time}',
  changeEmail: 'E-Mail-Adresse ändern',
  changeEmailLead:
    'Ihre Adresse ist {email}. Die neue Adresse ersetzt sie, sobald Sie den Link öffnen, den wir dorthin senden.',
  sendLinkThere: 'Link dorthin senden',
  changePassword: 'Passwort ändern',
  changePasswordLead: 'Auf allen anderen Geräten werden Sie abgemeldet.',
  changePasswordDo: 'Passwort ändern',
  attachLead: 'Danach können Sie sich auch mit Ihrer E-Mail-Adresse anmelden.',
  attachPending: 'Wir haben einen Link an {email} gesendet. Öffnen Sie ihn, oder füllen Sie das Formular neu aus.',
  attachSent:
    'Öffnen Sie den Link, den wir Ihnen gesendet haben. Danach können Sie sich mit dieser Adresse und diesem Passwort anmelden.',
  add: 'Hinzufügen',
  signOutLead:
    'Sie werden hier, auf allen anderen Geräten und in jedem Programm abgemeldet, das in Ihrem Namen handelt.',
  signedOut: 'Überall abgemeldet',
  signedOutLead:
    'Alle Ihre Sitzungen sind beendet, und alle Ihre persönlichen Tokens sind widerrufen. Wenn jemand anderes Ihr Passwort kennen könnte, melden Sie sich an und ändern Sie es.',
  usernameFirst: 'Sie können Kommentare schreiben, sobald Sie einen Benutzernamen haben.',
  usernameRejected:
    'Die Moderation bittet Sie, einen anderen Benutzernamen zu wählen. Sobald er freigegeben ist, können Sie wieder schreiben.',
  usernameWaits:
    'Die Moderation prüft den Benutzernamen, den Sie gewählt haben. Sobald er freigegeben ist, können Sie wieder schreiben.',
  usernameOnce: 'Sie können Ihren Benutzernamen einmal in 14 Tagen ändern.',
  usernameAgain: 'Sie können Ihren Benutzernamen einmal in 14 Tagen ändern: wieder ab {time}.',
  usernameFixed: 'Sie können Ihren Benutzernamen im Moment nicht ändern.',
  usernameIs: 'Ihr Benutzername ist {name}.',
  useName: 'Diesen Namen verwenden',

  // One's data, and the end of an account
  dataSent: 'Wir haben Ihnen einen Link gesendet, mit dem Sie Ihre Daten herunterladen. Er gilt einen Tag.',
  dataLead: 'Wir senden Ihnen per E-Mail einen Link, mit dem Sie alles herunterladen, was über Sie gespeichert ist.',
  dataOnce: 'Das ist einmal in sieben Tagen möglich.',
  dataAskedAt: 'Zuletzt haben Sie einen Link angefordert: {time}. Das ist einmal in sieben Tagen möglich.',
  download: 'Herunterladen',
  archiveLead: 'Die Datei ist ein Zip-Archiv mit allem, was über das Konto gespeichert ist.',
  willBeDeleted: 'Ihr Konto wird gelöscht',
  willBeDeletedLead: 'Wie Sie es verlangt haben, werden Ihr Konto und alles, was Sie schrieben, gelöscht: {time}.',
  keepAccount: 'Mein Konto behalten',
  deletionLead:
    'Ihr Konto und alles, was Sie schrieben, wird in 24 Stunden gelöscht. Bis dahin können Sie es sich anders überlegen.',
  deleteMyAccount: 'Mein Konto löschen',
  deletionConfirm: 'Schreiben Sie {name}, um das Löschen zu bestätigen.',

  // Personal tokens
  tokensLead: 'Ein Programm mit einem Token handelt in Ihrem Namen, bis Sie das Token widerrufen.',
  createToken: 'Token anlegen',
  tokenName: 'Name eines neuen Tokens',
  tokenNameHint: 'Zum Beispiel der Name des Programms, das es verwenden wird.',
  tokenCreated: 'Das ist das Token {name}. Bewahren Sie es sicher auf: Es wird nur dieses eine Mal gezeigt.',
  tokenRevoked: 'Das Token ist widerrufen. Der Server lehnt es von jetzt an ab.',
  noTokens: 'Sie haben keine persönlichen Tokens.',
  since: 'seit {time}',
  revoke: 'Widerrufen',
  revokeNamed: '{name} widerrufen',

  // Set-up
  setUpTitle: 'Einrichtung',
  setUpLocked: 'Die Einrichtung ist gesperrt',
  setUpLockedLead:
    'Die Variable {variable} schaltet die Einrichtung über das Web ab. Der Betreiber kann die Seite in einer Shell mit {command} einrichten.',
  nothingToSetUp: 'Es gibt nichts einzurichten',
  isSetUp: 'Diese Seite ist schon eingerichtet.',
  setUpSite: 'Diese Seite einrichten',
  setUpLead:
    'Geben Sie Ihrer Seite einen Namen und legen Sie den ersten Administrator an. Alles lässt sich später ändern.',
  setUp: 'Einrichten',
  organisation: 'Name der Organisation',
  organisationHint: 'Freiwillig. Jede Seite zeigt ihn ganz oben.',
  contact: 'E-Mail-Adresse für Fragen',
  contactHint: 'Freiwillig. Für Fragen zu Konten.',
  domains: 'Domains Ihrer Seiten',
  domainsHint:
    'Zum Beispiel news.example, www.news.example. Freiwillig: Ohne sie öffnen sich Diskussionen nur auf localhost.',
  setUpToken: 'Token zum Einrichten',
  setUpTokenHint: 'Der Teil nach token= im Link, den der Server ausgegeben hat.',

  // Pages of errors
  error401: 'Bitte melden Sie sich an',
  error403: 'Das ist nicht erlaubt',
  error404: 'Nicht gefunden',
  error405: 'Das ist hier nicht möglich',
  error413: 'Das ist zu groß',
  error4xx: 'Das hat nicht geklappt',
  error5xx: 'Etwas ist schiefgegangen',
  errorMasked: 'Der Server konnte diese Anfrage nicht beantworten. Versuchen Sie es gleich noch einmal.',
  errorNumber: 'Wenn es wieder geschieht, nennen Sie dem Betreiber dieser Seite die Nummer {number}',

  // Refusals
  emailInUse: 'Es gibt schon ein Konto mit dieser E-Mail-Adresse',
  emailMissing: 'Es fehlt eine E-Mail-Adresse',
  emailInvalid: 'Das ist keine E-Mail-Adresse',
  emailOwn: 'Das ist schon Ihre Adresse',
  emailUnconfirmed: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse',
  userGone: 'Hier gibt es kein Konto. Es wurde gelöscht, oder die Adresse stimmt nicht',
  usernameMissing: 'Wählen Sie einen Benutzernamen',
  usernameCharacters: 'Ein Benutzername besteht nur aus Buchstaben, Ziffern und Unterstrichen',
  usernameLength: 'Ein Benutzername hat höchstens 50 Zeichen',
  usernameTaken: 'Dieser Benutzername ist vergeben',
  usernameOther: 'Wählen Sie einen anderen Benutzernamen',
  usernameSame: 'Wählen Sie einen anderen Benutzernamen als den, der abgelehnt wurde',
  usernameTooSoon: 'Ein Benutzername wird einmal in 14 Tagen geändert',
  usernameNotTyped: 'Schreiben Sie Ihren Benutzernamen so, wie er ist',
  passwordLength: 'Ein Passwort hat mindestens 8 Zeichen und höchstens 1.024 Bytes',
  passwordWeak: 'Dieses Passwort ist leicht zu erraten; nehmen Sie einige Wörter hintereinander',
  passwordWrong: 'Das ist nicht das Passwort dieses Kontos',
  signInWrong: 'E-Mail-Adresse oder Passwort ist falsch',
  tooOften: 'Zu viele Versuche; versuchen Sie es wieder in {time}',
  linkOver: 'Dieser Link gilt nicht mehr; fordern Sie einen neuen an',
  mailUnavailable: 'Diese Seite verschickt keine E-Mails; fragen Sie den Betreiber',
  hasPassword: 'Dieses Konto hat schon eine E-Mail-Adresse und ein Passwort',
  decidedMeanwhile: 'Jemand anderes hat inzwischen über diesen Kommentar entschieden.',
  deletedAlready: 'Dieses Konto wird schon gelöscht',
  notDeleted: 'Für dieses Konto ist keine Löschung verlangt',
  lastAdministrator: 'Das ist der letzte Administrator; machen Sie zuerst ein anderes Konto dazu',
  tokenNameLength: 'Geben Sie dem Token einen Namen mit 1 bis 100 Zeichen',
  tokenInvalid: 'Dieses Token gilt nicht',
  setUpAlready: 'Diese Seite ist schon eingerichtet',
  windowUnknown:
    'Diese Anmeldung ist beendet oder wurde nicht in einer Diskussion begonnen, die dieser Browser zeigt. Schließen Sie dieses Fenster und wählen Sie in der Diskussion „Anmelden“',
  otherSite: 'Das wurde von einer anderen Seite gesendet; öffnen Sie die Seite hier und versuchen Sie es noch einmal',
  siteForeign: 'Die Seite, die dieses Fenster geöffnet hat, gehört zu keiner der erlaubten Domains',
  signInStale:
    'Diese Anmeldung begann in einem anderen Fenster, dauerte mehr als zehn Minuten oder ist schon beendet; beginnen Sie von vorn',
  providerDenied: 'Der andere Dienst hat Sie nicht angemeldet',
  providerFailed: 'Der andere Dienst antwortet nicht, wie er soll; versuchen Sie es später noch einmal',
  unavailable: 'Das ist gerade nicht möglich; versuchen Sie es gleich noch einmal',
  notAllowed: 'Sie dürfen das nicht tun',
  forModerators:
    'Hier arbeiten die Moderation und die Verwaltung dieser Seite, und Ihr Konto gehört nicht dazu. ' +
    'Ein Administrator kann Ihnen die Rolle geben.',
  adminPanel: 'Verwaltung',
  adminNeedsScript: 'Die Verwaltung braucht JavaScript. Erlauben Sie es für diese Seite, und laden Sie sie neu.',
  nothingHere: 'Hier gibt es nichts',
  notPossible: 'Das ist unter dieser Adresse nicht möglich',
  invalid: 'Der Server kann das so nicht annehmen; prüfen Sie es und versuchen Sie es noch einmal',
  placeUnknown:
    'Der Link, der Sie hierher brachte, ist unvollständig oder verändert: An der Stelle, die er nennt, steht kein Kommentar. Entfernen Sie „after=…“ aus der Adresse, dann sehen Sie die Diskussion von Anfang an.',
  noSuchPage: 'Der Link, der Sie hierher brachte, nennt keine Seite: Seine asset_url ist keine Webadresse.',
  noDiscussionsOf:
    'Hier gibt es keine Diskussionen über Seiten von {host}. Wenn die Seite Ihnen gehört, fügen Sie ihren Host den erlaubten Domains hinzu.',

  // The article to try the first discussion with
  demoTitle: 'Die Bank am Kanal',
  demoLabel: 'Beispielartikel',
  demoLength: '2 Minuten',
  demo1:
    'Im letzten Frühling stellte jemand eine Bank an den Kanal, dort, wo der Treidelpfad unter den Pappeln einen Bogen macht. Niemand weiß, wer es war. Sie ist schlicht: drei Bretter aus Eiche, zwei gusseiserne Füße, keine Tafel. Nach einer Woche hatte sie ihren ersten Stammgast.',
  demo2:
    'Er kam um sieben, mit einer Zeitung und einem kleinen Hund, und um acht ging er wieder. Mittags waren die Leute aus der Druckerei an der Reihe, die nebeneinander ihr Brot aßen und den Teichhühnern Krümel zuwarfen. Am Nachmittag kamen die Kinderwagen, in der Dämmerung die Jugendlichen und spät in der Nacht, den Zigarettenstummeln nach, ein Philosoph.',
  demo3:
    'Im Juni schickte die Stadt einen Brief. Die Bank, hieß es, stehe nicht im Verzeichnis der Bänke. Man müsse sie eintragen, oder sie müsse weg. Drei Wochen lang hing ein Blatt Papier in einer Klarsichthülle an der Lehne, und wer sich setzte, las es und schrieb etwas darunter.',
  demo4:
    'Am Ende waren es einundvierzig Einträge. Manche bestanden aus einem Wort. Einer war eine Zeichnung des Hundes. Einer erklärte in sehr kleinen Buchstaben, dass die Bretter vom alten Schleusentor stammten und dass dies der ganze Grund für die Bank sei: Die Eiche solle weiter auf das Wasser sehen.',
  demo5:
    'Inzwischen steht die Bank im Verzeichnis, als Nummer 212. Das Blatt Papier liegt im Stadtarchiv, und das sagt etwas darüber, was einen Ort ausmacht: nicht die Eiche allein, sondern dass darunter Platz für eine Antwort war.',
  demo6: 'Wo sitzt man am besten, dort, wo Sie leben?',
}
