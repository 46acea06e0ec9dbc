export const HELP = `Usage: npm run -s requests -- [COMMAND]

  (no command)             what waits for a reply, the oldest first
  --spam                   what is taken for spam, with the reason
  replied REFERENCE        marks a request as replied to
  spam REFERENCE           marks a request as spam: it is listed apart and not announced
  not-spam REFERENCE       takes that back: it is announced
  export                   every request with every field, spam too, as CSV for spreadsheets;
                           a text that a spreadsheet would run as a formula starts with an apostrophe
    --output FILE          into a file that only its user can read
  erase REFERENCE|EMAIL    counts what it would erase, and with --yes erases it
    --older-than 180d      what was received longer ago
    --spam                 what is taken for spam; both options together erase what both name
  backup FILE              copies the database while the server runs

It reads DATA_DIR and TZ as the server does, and changes no schema.
`;
