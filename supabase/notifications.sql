-- Announces each request in a hosted database on Slack or Discord, or by mail through Resend (docs/deploy.md).
-- This is not a migration, because it needs pg_net, Vault and PostgreSQL 14. It can be applied repeatedly.

-- Hours in which a channel has already got its one message on a topic. There is no counter, because inserts that
-- increase the same counter would wait for each other to commit.
create table if not exists private.announced_hours (
  channel text,
  topic   text,
  hour    timestamptz,
  primary key (channel, topic, hour)
);

create or replace function private.is_first_in_hour(of_channel text, of_topic text) returns boolean
language plpgsql set search_path = '' as $$
declare
  this_hour timestamptz := date_trunc('hour', now());
begin
  insert into private.announced_hours values (of_channel, of_topic, this_hour) on conflict do nothing;
  if not found then return false; end if;
  delete from private.announced_hours where channel = of_channel and topic = of_topic and hour < this_hour;
  return true;
end $$;

-- The last message of each channel, whose response private.check_notifications() shows.
create table if not exists private.last_messages (
  channel    text primary key,
  request_id bigint
);
insert into private.last_messages values ('notify_chat'), ('notify_mail') on conflict do nothing;

-- Returns what is wrong with a secret. Returns null if it is well formed, or not set.
create or replace function private.find_secret_problem(channel text, secret text) returns text
language plpgsql immutable strict set search_path = '' as $$
begin
  if channel = 'notify_chat' then
    return case when secret !~ '^https?://[^\s/]+/\S+$' then 'is not the URL of an incoming webhook' end;
  end if;
  return (select 'lacks ' || string_agg(to_json(key)::text, ', ') from unnest(array['key', 'from', 'to']) as key
    where coalesce(secret::jsonb ->> key, '') in ('', '[]'));
exception when data_exception then
  return 'is not valid JSON';
end $$;

-- Returns null if the channel is off.
create or replace function private.read_secret(channel text) returns text
language plpgsql stable set search_path = '' as $$
declare
  secret text := (select decrypted_secret from vault.decrypted_secrets where name = channel);
  problem text := private.find_secret_problem(channel, secret);
begin
  if problem is not null then raise exception 'the secret %', problem; end if;
  return secret;
end $$;

-- Shortens a visitor's text, and removes control and bidi characters and line separators.
create or replace function private.clean_text(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    case when char_length(value) > 1000 then left(value, 999) || '…' else value end,
    '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]', '', 'g')
$$;

-- pg_net sends the message once, after the commit. It keeps the response in net._http_response for six hours.
create or replace function private.post_message(channel text, secret text, subject text, details text, reply_to text)
returns void
language plpgsql set search_path = '' as $$
declare
  url text := secret;
  headers jsonb := '{"Content-Type": "application/json"}';
  message text := subject || E'\n\n' || details;
  body jsonb;
  sent bigint;
begin
  if channel = 'notify_mail' then
    url := 'https://api.resend.com/emails';
    headers := headers || jsonb_build_object('Authorization', 'Bearer ' || (secret::jsonb ->> 'key'));
    body := jsonb_strip_nulls(jsonb_build_object('from', secret::jsonb -> 'from', 'to', secret::jsonb -> 'to',
      'reply_to', reply_to, 'subject', subject, 'text', details));
  elsif secret ~ '^https://discord(app)?\.com/' then
    message := left(regexp_replace(message, '[\\*_~`|>#[\]()<@]', '\\\&', 'g'), 4000);
    body := jsonb_build_object('embeds', jsonb_build_array(jsonb_build_object('description', message)),
      'allowed_mentions', '{"parse": []}'::jsonb);
  else
    message := replace(replace(replace(message, '&', '&amp;'), '<', '&lt;'), '>', '&gt;');
    body := jsonb_build_object('text', message, 'mrkdwn', false);
  end if;
  sent := net.http_post(url := url, body := body, headers := headers, timeout_milliseconds := 10000);
  -- Skips a row that another insert has locked, so that inserts do not wait for each other.
  update private.last_messages as last set request_id = sent where last.channel = (
    select free.channel from private.last_messages as free where free.channel = post_message.channel
    for update skip locked);
end $$;

create or replace function private.send_notification(channel text, request public.data_requirements) returns void
language plpgsql set search_path = '' as $$
declare
  secret text := private.read_secret(channel);
  -- spam_reason is still null. Triggers run in the order of their names, and the one that sets it runs later.
  reason text := private.find_spam_reason(request);
  this_hour timestamptz := date_trunc('hour', now());
  -- Also counts the previous hour, because requests may have arrived after that hour's message.
  counted_from timestamptz := this_hour - interval '1 hour';
  since text := to_char(counted_from at time zone 'UTC', 'HH24:MI "UTC"');
  total bigint;
begin
  if secret is null or reason = 'probe' then return; end if;

  if reason is not null then
    if not private.is_first_in_hour(channel, 'spam') then return; end if;
    select count(*) into total from public.data_requirements
      where created_at >= counted_from and (spam_reason in ('honeypot', 'link') or id = request.id);
    perform private.post_message(channel, secret,
      format(case total when 1 then '%s request since %s looks like spam' else '%s requests since %s look like spam' end,
        total, since),
      'They are in the table data_requirements, with a spam_reason. The next are counted in an hour.', null);
    return;
  end if;

  -- Stops counting at 61. Concurrent inserts do not see each other, so a few more than 60 messages may be sent.
  select count(*) into total from (
    select from public.data_requirements where created_at >= this_hour and spam_reason is null limit 61) as this_hours;
  if total > 60 then
    if not private.is_first_in_hour(channel, 'many') then return; end if;
    select count(*) into total from public.data_requirements where created_at >= counted_from and spam_reason is null;
    perform private.post_message(channel, secret, format('%s requests since %s', total, since),
      'More than 60 came within an hour. The rest of this hour''s are only in the table data_requirements.', null);
    return;
  end if;

  perform private.post_message(channel, secret,
    format('Data request %s from %s', right(request.id::text, 8), private.clean_text(request.company)),
    -- Indents further lines, so that visitor text cannot imitate a field.
    (select string_agg(key || ': ' || replace(private.clean_text(value), E'\n', E'\n  '), E'\n')
      from json_each_text(to_json(request))
      where key not in ('created_in', 'replied_at', 'replied_by', 'spam_reason', 'note', 'noted_at', 'noted_by')
        and value is not null),
    request.email);
end $$;

-- Waits only briefly for locks, because the handler below does not catch the statement timeout of `anon`, 3 seconds.
create or replace function private.notify() returns trigger
language plpgsql security definer set search_path = '' set lock_timeout = '500ms' as $$
declare
  channel text;
begin
  foreach channel in array array['notify_chat', 'notify_mail'] loop
    begin
      perform private.send_notification(channel, new);
    -- A failing channel must not reject the request.
    exception when others then
      raise warning 'No notification by %: %', channel, sqlerrm;
    end;
  end loop;
  return null;
end $$;

create or replace trigger data_requirements_notify after insert on public.data_requirements
  for each row when (current_user = 'anon') execute function private.notify();

-- Reminds of a notification that was lost, because each is sent only once.
create or replace function private.remind() returns void
language plpgsql set search_path = '' as $$
declare
  channel text;
  secret text;
  total bigint;
  oldest timestamptz;
begin
  select count(*), min(created_at) into total, oldest
    from public.data_requirements where replied_at is null and spam_reason is null;
  if total = 0 then return; end if;
  foreach channel in array array['notify_chat', 'notify_mail'] loop
    begin
      secret := private.read_secret(channel);
      continue when secret is null;
      perform private.post_message(channel, secret,
        format(case total when 1 then '%s request waits for a reply' else '%s requests wait for a reply' end, total),
        format('The oldest came on %s. They are in the table data_requirements, without replied_at.',
          to_char(oldest at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')), null);
    exception when others then
      raise warning 'No reminder by %: %', channel, sqlerrm;
    end;
  end loop;
end $$;

do $$
begin
  if to_regnamespace('cron') is null then
    raise notice 'No daily reminder, because the extension pg_cron is missing';
  else
    perform cron.schedule('data_requirements_reminder', '0 7 * * *', 'select private.remind()');
  end if;
end $$;

-- Shows whether each channel is configured, and the response to its last message, which pg_net keeps for six hours.
create or replace function private.check_notifications()
returns table (channel text, secret text, last_response text, responded_at timestamptz)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select last.channel,
      case when stored.name is null then 'is not set, so the channel is off'
        else coalesce(private.find_secret_problem(last.channel, stored.decrypted_secret), 'is well formed') end,
      coalesce(response.error_msg, nullif(concat_ws(' ', response.status_code, left(response.content, 200)), ''),
        'none yet, or more than six hours ago'),
      response.created
    from private.last_messages as last
      left join vault.decrypted_secrets as stored on stored.name = last.channel
      left join net._http_response as response on response.id = last.request_id
    order by last.channel;
end $$;
