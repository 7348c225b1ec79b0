import type {ProblemWords} from './problems.js';

export const problemsFrench: ProblemWords = {
  'amount-missing': 'Saisissez le montant.',
  'amount-not-a-number':
    '« {amount} » n’est pas un montant : des chiffres et une seule marque décimale, par exemple 1250,50.',
  'amount-ambiguous':
    '« {amount} » peut se lire de deux façons : écrivez sans séparateur de milliers, par exemple 1500.',
  'amount-not-positive': 'Le montant doit être supérieur à 0.',
  'amount-too-fine': 'Le {currency} se paie ici par pas de {step} : saisissez un montant plus rond.',
  'amount-above-maximum': 'Un paiement ne peut dépasser {maximum} ici : partagez la vente.',
  'currency-unknown': 'La devise {currency} n’existe pas ici : vérifiez ses trois lettres.',
  'currency-of-another-country': 'On paie en {expected} dans ce pays ({country}), pas en {currency}.',
  'country-unknown': 'Pas de paiement mobile dans le pays « {country} ».',
  'network-missing': 'Choisissez le réseau : rien de ce qui est saisi ne permet de le deviner.',
  'network-unknown':
    'Le réseau {network} n’existe pas dans ce pays ({country}) : « duka bank list » donne les réseaux d’une devise.',
  'network-of-another-country': '{network} est un réseau d’un autre pays ({other}), pas de celui-ci ({country}).',
  'wallet-missing': 'Saisissez le numéro du portefeuille.',
  'wallet-not-digits': '« {wallet} » n’est pas un numéro : des chiffres seulement, espaces et + au début permis.',
  'wallet-wrong-length':
    'Un numéro de ce pays ({country}) a {digits} chiffres avec l’indicatif ; celui-ci en a {given}.',
  'wallet-of-another-country': 'C’est un numéro d’un autre pays ({other}), pas de celui-ci ({country}).',
  'wallet-unusual': 'Ce numéro est inhabituel pour ce pays ({country}) : comparez-le avec le téléphone du client.',
  'email-invalid': '« {email} » n’est pas une adresse e-mail.',
  'shop-missing': 'Saisissez le nom de la boutique, comme sur les reçus.',
  'text-too-long': 'Ce texte a {given} caractères ; {longest} au plus.',
  'text-has-card': 'Ce texte contient un numéro de carte, qui n’est jamais écrit : enlevez-le. Rien n’a été envoyé.',
  'zone-unknown': 'Le fuseau « {zone} » n’existe pas : utilisez un nom comme Africa/Abidjan.',
  'url-not-https': 'L’adresse de retour {url} doit commencer par https://.',
  'code-wrong-length': 'Le code à usage unique a {digits} chiffres.',
  'code-unclear':
    'Nul ne sait si le dernier code du paiement {reference} est arrivé, et le service n’a pas dit, une minute après, qu’il l’attend encore. Aucun second n’est parti : redemandez dans un instant, ou mettez le paiement de côté et encaissez autrement.',
  'code-not-other':
    'Un code antérieur du paiement {reference} est resté sans réponse et peut encore compter : le même code ne part jamais deux fois. Rien n’a été envoyé. Demandez un nouveau code au client, et dites que c’est un autre.',
  'code-not-asked': 'Aucun code n’est demandé pour le paiement {reference} en ce moment. Rien n’a été envoyé.',
  'reason-missing': 'Dites pourquoi : il faut un motif.',
  'person-missing': 'Dites qui : il faut un nom.',
  'payment-unknown': 'Le paiement {reference} n’est pas dans le journal de cette caisse.',
  'payment-not-open': 'Il ne reste rien à juger du paiement {reference} : ce qui est écrit est maintenu.',
  'judged-too-early':
    'Le service peut encore dire comment finit {reference} : personne ne le juge encore, rien n’a été écrit. Redemandez ; une personne pourra le dire à partir du {time}.',
  'judged-unseen':
    'On vient d’en apprendre plus sur le paiement {reference} : rien n’a été jugé, rien n’a été écrit. Regardez-le d’abord.',
  'payment-not-resendable':
    'Le paiement {reference} a pu atteindre le service : il n’est pas renvoyé. Regardez son état.',
  'sale-unknown': 'La vente {sale} n’est pas dans le journal de cette caisse.',
  'sale-amount-differs': 'La vente {sale} est de {amount} : une autre tentative doit demander la même somme.',
  'sale-paid':
    'La vente {sale} est déjà payée, par le paiement {reference}. Rien n’est parti, rien n’a été encaissé : regardez ce paiement. Une autre vente commence à neuf.',
  'earlier-payment':
    'On a déjà demandé {amount} au même portefeuille ou à la même carte ({reference}) : la somme peut encore être payée. Rien n’a été envoyé. Regardez d’abord ce paiement, ou continuez avec un motif.',
  'unknown-option': '{detail}',
  'no-terminal': 'La caisse a besoin d’un terminal. Utilisez une commande (duka --help), ou regardez « duka demo ».',
  'day-invalid': '« {day} » n’est pas un jour : écrivez 2026-11-20.',
  'file-not-readable':
    '{file} ne peut pas être lu ({code}) : voyez son nom, son dossier et vos droits. Rien n’en a été repris.',
  'file-too-large':
    '{file} est trop grand : {megabytes} Mo et {rows} lignes au plus. Rien n’en a été repris : demandez un fichier de moins de jours.',
  'file-not-table':
    '{file} n’est ni un tableau en texte (CSV) ni un relevé bancaire camt.053. Rien n’en a été repris : enregistrez-le en CSV et donnez ce fichier.',
  'file-empty': '{file} est vide. Rien n’en a été repris : allez le chercher de nouveau.',
  'file-is-statement': '{file} est un relevé de banque. Rien n’en a été repris : donnez-le comme fichier de la banque.',
  'file-not-in-encoding':
    '{file} n’est pas écrit en {encoding}. Rien n’en a été repris : dites comment il l’est, ou laissez-le chercher.',
  'file-not-understood':
    '{file} est mal formé à la ligne {line}. Rien n’en a été repris : téléchargez-le à nouveau, ou dites son encodage.',
  'file-cut-off':
    '{file} s’arrête au milieu, ou sa dernière ligne peut-être. Rien n’en a été repris : téléchargez-le à nouveau ; s’il est entier, terminez sa dernière ligne.',
  'file-quote-open':
    '{file} a des guillemets jamais fermés à partir de la ligne {line}. Rien n’en a été repris : téléchargez-le à nouveau.',
  'file-record-too-long':
    '{file} a, à la ligne {line}, une ligne ou une cellule beaucoup trop longue. Rien n’en a été repris : téléchargez-le à nouveau, ou dites son séparateur.',
  'file-xml-unsafe':
    '{file} contient à la ligne {line} ce dont aucun relevé n’a besoin (un type de document, ou un élément sans fin). Rien n’en a été repris : demandez-en un autre à la banque.',
  'file-field-unknown': 'Il n’y a pas ici de colonne « {field} » à nommer : les colonnes sont {fields}.',
  'file-heading-missing':
    '{file} n’a pas de ligne d’en-têtes connue ici. Rien n’en a été repris : nommez ses colonnes, par exemple amount=EN-TÊTE. Il semble les appeler : {headings}.',
  'file-heading-unknown':
    '{file} n’a pas de colonne à l’en-tête « {column} ». Rien n’en a été repris : écrivez l’en-tête comme le fichier.',
  'file-heading-twice':
    '{file} a deux colonnes à l’en-tête « {column} ». Rien n’en a été repris : prenez un fichier où elles diffèrent, ou nommez une autre colonne.',
  'file-column-missing':
    'Aucune colonne de {file} n’est connue comme {field}. Rien n’en a été repris : dites laquelle c’est, par exemple {field}=EN-TÊTE. Ses en-têtes : {headings}.',
  'file-currency-missing':
    '{file} ne dit pas sa devise. Rien n’en a été repris : nommez la colonne, par exemple currency=EN-TÊTE, ou la devise de tout le fichier.',
  'file-decimal-mark-unclear':
    '« {text} » dans la colonne « {column} » de {file} peut se lire de deux façons. Rien n’en a été repris : dites si la marque décimale est un point ou une virgule.',
  'file-date-order-unclear':
    '« {text} » dans la colonne « {column} » de {file} peut se lire de deux façons. Rien n’en a été repris : dites si le jour, le mois ou l’année vient d’abord.',
  'file-direction-unclear':
    'La colonne « {column} » de {file} (« {text} ») ressemble à crédit et débit. Rien n’en a été repris : dites quelle colonne donne le sens, par exemple direction=EN-TÊTE, ou direction= si aucune ne le donne.',
  'file-status-unclear':
    'La colonne « {column} » de {file} (« {text} ») ressemble à un statut qui décide de ce qui est payé. Rien n’en a été repris : dites quelle colonne le donne, par exemple status=EN-TÊTE, ou status= si aucune ne le donne.',
  'file-amount-too-fine':
    'Ligne {line} de {file} : « {text} » dans la colonne « {column} » a plus de décimales que {currency}. Rien n’en a été repris : dites sa marque décimale, ou corrigez le fichier à sa source.',
  'file-row-uneven':
    'La ligne {line} de {file} a {given} cellules pour {expected} en-têtes. Rien n’en a été repris : téléchargez-le à nouveau, ou dites son séparateur.',
  'file-row-invalid':
    'La ligne {line} de {file} ne peut pas être lue : sa colonne « {column} » dit « {text} ». Rien n’en a été repris : corrigez le fichier à sa source, ou nommez une autre colonne.',
  'claim-too-short': '« {value} » est trop peu : saisissez le code entier, ou au moins les {count} derniers chiffres.',
  'claim-time-invalid': '« {time} » n’est pas une heure : saisissez 14:02, ou 2026-11-20 14:02.',
  'phone-missing':
    'Saisissez le téléphone du client, ou réglez celui de la boutique avec DUKA_PHONE : le service en veut un pour ce paiement.',
  'phone-invalid':
    '« {phone} » n’est pas un numéro de téléphone : des chiffres seulement, espaces et + au début permis.',
  'card-number-missing': 'Saisissez le numéro de la carte.',
  'card-number-not-digits': 'Un numéro de carte n’a que des chiffres : comparez avec la carte.',
  'card-number-wrong-length': 'Une carte de cette marque n’a pas {given} chiffres : comparez avec la carte.',
  'card-number-mistyped': 'Ce numéro de carte contient un chiffre faux : comparez avec la carte.',
  'card-expiry-invalid': 'Saisissez l’expiration comme sur la carte : mois et année, par exemple 01/39.',
  'card-expired': 'Cette carte a expiré : demandez-en une autre. Rien n’a été envoyé.',
  'card-code-invalid': 'Le code de sécurité de cette carte a {length} chiffres.',
  'card-pin-invalid': 'Le code PIN d’une carte en nairas a 4 à 6 chiffres.',
  'card-pin-not-needed': 'Seules les cartes en nairas ont un code PIN ici : n’en mettez pas.',
  'card-naira-without-pin':
    'Le service ne débite les cartes en nairas qu’avec leur code PIN, et cette caisse n’en prend pas. Prenez la carte en {currencies}, ou un autre moyen de paiement. Rien n’a été envoyé.',
  'cards-in-naira-alone':
    'Cette boutique ne prend les cartes qu’en nairas, que le service débite avec leur code PIN, et cette caisse n’en prend pas. Prenez un autre moyen de paiement. Rien n’a été envoyé.',
  'card-holder-has-digits': 'Le nom sur une carte ne contient pas de chiffres.',
  'card-on-command-line':
    'Une carte ne va jamais sur la ligne de commande, où tout processus et l’historique la voient : utilisez --card-stdin. Rien n’a été envoyé.',
  'card-input-invalid':
    'Aucune carte lisible sur l’entrée standard : il faut un objet JSON avec cardNumber, expiryMonth, expiryYear et securityCode. Rien n’a été envoyé.',
  'card-currency-not-taken': 'Les cartes sont prises ici en {currencies}, pas en {currency}. Rien n’a été envoyé.',
  'cards-not-typed':
    'Cette boutique ne saisit pas de cartes à la caisse. Prenez le mobile money ou un autre moyen de paiement.',
  'refund-not-by-page':
    'Le service ne rend rien de ce qui a été payé sur une page web. Rendez-le en espèces du tiroir, ou reversez-le depuis le tableau de bord du service. Rien n’a été envoyé.',
  'refund-not-offered':
    'Le service ne rend pas le mobile money. Rendez-le en espèces du tiroir, ou reversez-le au {wallet} depuis le tableau de bord du service. Rien n’a été envoyé.',
  'refund-not-paid':
    'On ne sait pas si le paiement {reference} est payé : il n’y a rien à rendre. Rien n’a été envoyé.',
  'refund-above-rest':
    'Du paiement {reference}, on peut encore rendre {rest}, remboursements peut-être faits compris. Rien n’a été envoyé.',
  'refund-changed':
    'De l’argent du paiement {reference} a été rendu sans que cet écran ou cette commande le sache : il reste {rest}. Rien n’a été envoyé. Voyez ses remboursements avant de rendre davantage.',
  'refund-history-unheard':
    'Le service ne dit pas quels remboursements il a du paiement {reference}. Un remboursement fait ailleurs, ou que cette caisse a perdu, serait rendu deux fois. Rien n’a été envoyé. Redemandez plus tard, ou continuez avec un motif.',
  'refund-unclear':
    'Le remboursement {refund} du paiement {reference} a peut-être été fait : éclaircissez-le d’abord, ou jugez-le. Rien n’a été envoyé.',
  'challenge-address':
    'Cette caisse n’ouvre pas la page {url} de la banque : elle n’est pas en https. La carte peut être débitée quand même : la caisse continue de demander.',
  'listen-failed':
    'La page de la banque ne peut pas être servie sur {address} : donnez à --listen une adresse de cette machine. Le paiement continue.',
  'port-unusable': 'Le port {port} de cette machine est inutilisable ({code}) : donnez-en un autre à --port, ou 0.',
  'practice-port-unusable':
    'Le service d’entraînement ne peut utiliser aucun port de cette machine ({code}). Rien n’a été envoyé : laissez les programmes écouter sur 127.0.0.1, puis redémarrez.',
  'folder-unusable':
    'Rien ne peut être écrit dans {file} ({code}) : faites de la place, ou donnez un autre dossier. Rien n’a été envoyé.',
  'file-exists': '{file} existe déjà : donnez un autre nom. Rien n’a été écrasé.',
  'printer-unreachable':
    'L’imprimante {address} est injoignable ({code}) : voyez son câble, son papier et son adresse. Le paiement n’en est pas touché.',
  'till-closing': 'La caisse est en cours de clôture : terminez-la ou quittez-la avant de vendre. Rien n’a été envoyé.',
  'shift-open-already': 'La session {shift} de {person} est ouverte : passez-la, ou clôturez-la d’abord par un Z.',
  'shift-not-open': 'Aucune session n’est ouverte : ouvrez-en une d’abord.',
  'tendered-too-little': '{tendered} est moins que {amount} : prenez plus, ou partagez la vente.',
  'drawer-holds-less':
    'Il sort plus d’argent que la caisse n’en connaît dans le tiroir : rien n’a été écrit. Vérifiez le montant et la devise ; s’ils sont justes, relancez avec --anyway.',
  'count-missing': 'Comptez d’abord le tiroir : il devrait contenir des {currency}.',
  'count-contradicts':
    'Les pièces font {pieces}, et le total dit {total}. Corrigez l’un des deux, ou videz-le : rien n’est encore compté.',
  'count-twice':
    '{currency} y est deux fois : donnez chaque devise une fois, par pièces s’il le faut, par exemple KES:1000x3+200x5.',
  'count-invalid': '« {text} » n’est pas un comptage : écrivez KES:1000, ou par pièces KES:1000x3+200x5.',
  'difference-needs-note':
    'Le tiroir diffère de {difference} : dites pourquoi, puis clôturez à nouveau. Seul le comptage a été écrit.',
  'difference-needs-second-person':
    'Le tiroir diffère de {difference}, plus que ne le permet le responsable : une seconde personne doit l’accepter en son nom. Seul le comptage a été écrit.',
  'report-unknown': 'Il n’y a pas de {z} dans le journal de cette caisse.',
  'review-nothing-there':
    'Pas de journal dans {folder} : donnez le dossier d’une caisse, ou celui de ses segments. Rien n’a été écrit.',
  'moment-invalid':
    '« {moment} » n’est pas un moment de ce journal : donnez le numéro d’un événement, ou une heure comme 14:02.',
  'file-not-writable': '{file} ne peut pas être écrit ({code}) : donnez un autre nom. Le paiement n’en est pas touché.',
  'printer-missing':
    'Aucune imprimante n’est réglée : nommez-la sous « printer » dans les réglages, ou écrivez le ticket dans un fichier.',
  'file-not-imported': 'Aucun fichier « {file} » n’a été lu dans cette caisse : voyez duka reconcile files.',
  'file-ambiguous':
    'Plusieurs fichiers lus s’appellent « {file} », aucun n’a été retiré : donnez l’empreinte que montre duka reconcile files.',
  'file-changed':
    'La copie {file} de la caisse n’est plus ce qui a été lu : relisez le fichier. Aucun total n’a été fait.',
  'copy-not-kept':
    'Aucune copie du fichier ne peut être gardée dans {folder} ({code}), il n’a donc pas été lu : faites de la place ou réparez le disque, puis relisez-le. Aucun paiement n’en est touché.',
  'difference-unknown': 'Il n’y a pas d’écart ouvert {key} dans ce rapprochement.',
  'plan-name-missing': 'Saisissez le nom de la formule, tel que le client le connaîtra.',
  'interval-unknown': '« {interval} » n’est pas une périodicité : choisissez parmi {intervals}.',
  'days-invalid': '« {given} » n’est pas un nombre de jours d’essai : un nombre entier de {least} à {most}, ou rien.',
  'cycles-invalid':
    '« {given} » n’est pas un nombre de prélèvements : un nombre entier de {least} à {most}, ou rien pour aucune fin.',
  'card-holder-missing': 'Saisissez le nom inscrit sur la carte : le service le demande pour un abonnement.',
  'customer-enrolled':
    '{email} a déjà l’abonnement {subscription}, qui n’est pas terminé : un second débiterait le client deux fois. Rien n’a été envoyé. Voyez-le d’abord, ou continuez avec un motif.',
  'enrolment-unclear':
    'On ne sait pas encore si {email} a été abonné à {time} ({enrolment}) : la carte a pu être débitée. Rien n’a été envoyé maintenant. Cherchez-le d’abord, ou faites-le trancher par une personne.',
  'enrolment-of-another':
    'L’abonnement {id} n’est pas celui de {enrolment} : il est d’un autre client, d’une autre formule, ou existait déjà. Rien n’a été écrit. Vérifiez son numéro.',
  'enrolment-unknown': 'Il n’y a pas d’abonnement en cours {enrolment} dans le journal de cette caisse.',
  'subscription-id-invalid': '« {id} » n’est pas le numéro d’un abonnement.',
  'plan-refused': 'Le service n’a pas créé la formule : {text}. Rien n’est débité.',
  'plan-unknown': 'Le service ne connaît pas la formule {plan}. Rien n’a été débité.',
  'plan-not-seen': 'Cette caisse n’a pas vu la formule {plan}, et le service n’a pas été interrogé.',
  'plan-not-chargeable':
    'La formule {plan} est en {currency}, que cette caisse ne sait pas compter : rien n’a été envoyé.',
  'subscription-unknown': 'Le service ne connaît pas l’abonnement {id} : vérifiez son numéro.',
  'subscription-not-seen': 'Cette caisse n’a pas vu l’abonnement {id}, et le service n’a pas été interrogé.',
  'subscription-refused': 'Le service a refusé : {text}. Rien n’a été changé.',
  'call-not-offered': 'Le service ne propose pas cela et n’a rien fait : passez par son tableau de bord.',
  'plan-unclear':
    'On ne sait pas si la formule a été créée ({text}). Cela ne débite rien. Regardez la liste des formules avant de recommencer.',
  'subscription-unclear':
    'On ne sait pas si le service l’a fait ({text}). Regardez l’abonnement {id} avant de réessayer.',
  'account-refused': 'Le service ne connaît pas ce compte : {text}. Rien n’a été envoyé.',
  'setting-missing': '{name} n’est pas réglé : réglez-le et relancez. Rien n’a été envoyé.',
  'setting-invalid': '{name} ne peut pas être « {value} ». Rien n’a été envoyé.',
  'settings-damaged':
    '{file} n’est pas comme il devrait ({name}). Rien n’a été envoyé. Réparez-le, ou mettez-le de côté et recommencez : une caisse qui se trouve ici est reconnue à son dossier et proposée ({tills}), avec ses paiements ouverts.',
  'return-url-missing':
    'Ce réseau renvoie le client vers une de vos pages web : réglez DUKA_RETURN_URL sur une adresse https.',
  'key-missing': 'Il n’y a pas de clé pour {profile} : réglez DUKA_API_KEY. Rien n’a été envoyé.',
  'key-refused':
    'Le service refuse la clé de cette caisse : vérifiez la clé, et si elle est de test ou réelle. Rien n’a été débité.',
  'home-was-live':
    'Cette caisse travaille en {profile} et n’a pas de clé. Réglez DUKA_API_KEY, ou dites --profile sandbox pour vous exercer. Rien n’a été envoyé.',
  'home-is-live':
    'Ce dossier encaisse de l’argent réel, et {name} désigne {value}. Rien n’a été envoyé. Retirez {name} de l’environnement ; qui le veut vraiment dit {flag} à chaque fois.',
  'home-differs':
    'La caisse réelle de ce dossier travaille avec {own}, et {name} dit {value}. Rien n’a été envoyé. Retirez {name} de l’environnement. Pour une fois, dites {flag} ; pour le changer durablement, écrivez {setting} dans settings.json.',
  'key-differs':
    'La caisse réelle de ce dossier a une clé dans ses réglages, et {name} en contient une autre : les clients paieraient peut-être un autre compte. Rien n’a été envoyé. Retirez {name} de l’environnement ; si la clé est nouvelle, écrivez-la dans settings.json.',
  'till-not-named':
    'Les réglages ne nomment aucune caisse, et {home} contient le journal de {tills} ({profile}), peut-être avec des paiements ouverts. Rien n’a été envoyé. Continuez avec elle par --till {first}, ou durablement par {setting} dans settings.json. Seulement pour créer une autre caisse, dites --new-till.',
  'till-not-here':
    'Il n’y a pas de caisse {till} dans {home}, qui contient le journal de {tills} ({profile}), peut-être avec des paiements ouverts. Rien n’a été envoyé. Continuez avec elle par --till {first}, ou durablement par {setting} dans settings.json. Seulement pour créer une autre caisse, dites --new-till.',
  'home-unsafe':
    'D’autres utilisateurs de cette machine peuvent changer {file}, et pourraient mener cette caisse à un autre service ou changer ses livres. Une caisse réelle ne s’ouvre pas ainsi. Rien n’a été envoyé : prenez-en possession et dites {command}',
  'live-home-elsewhere':
    'Ce dossier n’a encore aucun paiement : {own}. La caisse réelle de cet utilisateur se trouve dans {home}. Si c’est elle que vous voulez, retirez DUKA_HOME (ou --home) avant de vendre.',
  'base-url-insecure': 'L’adresse du service {url} doit commencer par https://. Rien n’a été envoyé.',
  'service-host-refused':
    'Une caisse réelle ne demande de l’argent qu’à {service}, pas à {host}. Retirez cette adresse de DUKA_BASE_URL, de --base-url ou de "baseUrl". Si c’est le chemin de la boutique vers le service, son propriétaire écrit "serviceHosts": ["{host}"] dans settings.json. Rien n’a été envoyé.',
  'on-paid-failed':
    'La commande pour les paiements payés a échoué ({cause}) : essayez-la dans un terminal. Les paiements n’en souffrent pas.',
  'on-paid-unsafe':
    'La commande pour les paiements payés n’a pas été exécutée : d’autres utilisateurs de cette machine peuvent changer {file}. Retirez-leur ce droit. Les paiements n’en souffrent pas.',
  'runtime-too-old': 'Duka a besoin de Node 26 ; ceci est {version}. Lancez « npm start », ou installez Node 26.',
  'service-unreachable':
    'Le service est injoignable ({code}). Rien n’a été envoyé ni débité : vérifiez la liaison et renvoyez.',
  'service-busy':
    'Le service est trop occupé pour répondre à cette question. Une question ne déplace pas d’argent : attendez un moment et redemandez.',
  'service-unclear': 'La réponse du service est incompréhensible. Aucun argent n’a été demandé.',
  'clock-impossible':
    'L’horloge de cette machine dit {date}, ce qui ne peut pas être. Rien n’a été envoyé ni encaissé : réglez l’horloge, puis réessayez.',
  'journal-locked':
    'Cette caisse est ouverte dans une autre fenêtre ({command}, processus {pid}, depuis {opened}). Rien n’a été envoyé : utilisez celle-là.',
  'journal-damaged':
    'Le journal est endommagé dans {segment}, ligne {line} : {why}. Rien n’a été envoyé ni réparé : restaurez une sauvegarde ; « duka journal review » montre tout ce qui précède.',
  'journal-newer':
    'Un Duka plus récent a écrit ce journal : il se lit ici, mais ne s’écrit pas. Mettez Duka à jour pour vendre.',
  'journal-is-link':
    '{file} est un lien vers un autre endroit, et aucune caisse ne vend à travers un lien : ses livres pourraient être menés ailleurs. Rien n’a été envoyé. Mettez-y le dossier lui-même, ou donnez le vrai comme DUKA_HOME.',
  'journal-not-writable':
    'Le journal ne peut pas être écrit ({cause}) : ce qui n’est pas écrit n’est pas envoyé. N’encaissez rien : faites de la place ou réparez le disque, puis relancez.',
  'journal-poisoned':
    'Le journal n’a pas pu être écrit ({cause}) : ce qui n’est pas écrit n’est pas envoyé. N’encaissez plus : faites de la place ou réparez le disque, puis relancez.',
};
