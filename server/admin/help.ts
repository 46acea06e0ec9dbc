import { COMMAND } from "../command-name.ts";
import { LINK_DAYS } from "../links.ts";
import { SPAM_DAYS } from "./change.ts";

export const HELP = `Usage: ${COMMAND} [COMMAND]

  list                     what waits for a reply, overdue first, then the newest, 20 at most; the default
    --all                  also what was replied to, without a maximum
    --held                 what is held and was not announced, with the reason
    --search TEXT          what has this text in any field, held or not, replied to or not
    --since 7d             what was received within 7 days, or since a date such as 2026-11-25
    --format csv           every request with every field, held or not, for spreadsheets; a text that
                           a spreadsheet would run as a formula starts with an apostrophe
    --format jsonl         the same, one JSON object per line, for programs
    --output FILE          into a file that only its user can read, in place of one of that name
  show ID                  everything about a request, and its notifications
    --link                 its link instead, with which anybody can open and mark it for ${LINK_DAYS} days
  replied ID               marks as replied; unreplied ID takes that back
  note ID TEXT             notes up to 500 characters for colleagues, who see them by link, too; "" removes them
  spam ID…                 holds; notifications that are not delivered yet are dropped
    --search TEXT          instead of an ID: counts what has this text, and with --yes holds it
  not-spam ID              announces what was held
  erase ID                 counts, and with --yes erases
    --older-than 180d      what was received longer ago
    --search TEXT          what has this text in any field
    --spam                 certain spam of more than ${SPAM_DAYS} days ago: a program's, the probe's, what filled in
                           the hidden field, or what was marked; never what a rule guessed
  link                     prints a link to the list, with which anybody can search and open requests for ${LINK_DAYS} days
  backup FILE              copies the SQLite database, while the server runs
  remove-channel NAME      queues no new notifications for webhook or email, until a server that has
                           the channel starts
  rotate-links             ends all links
  secret                   prints what signs the links, to move it to another database
  status                   what waits, is overdue or held, whether notifications fail, and the last weeks
  help                     shows this

ID is a reference, as the visitor's page shows it, or an e-mail address, which stands for all of its
requests. Options of list and of erase combine. Reads DATA_DIR or DATABASE_URL, PUBLIC_URL and TZ like the server.
`;
