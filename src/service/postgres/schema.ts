/**
 * The tables and functions, as statements that led to them: a version each, never changed once released. Several instances of two
 * versions may run for a while, so what a version adds has to leave the one before at work.
 */
export const migrations: readonly string[] = [
  `
CREATE TABLE dayahead.accounts (
  id text PRIMARY KEY,
  active boolean NOT NULL,
  new_things int NOT NULL,
  requests int NOT NULL,
  companies int NOT NULL,
  tariffs int NOT NULL
);
CREATE TABLE dayahead.tokens (
  digest text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('testing', 'production')),
  account text NOT NULL REFERENCES dayahead.accounts,
  expires bigint
);
CREATE UNIQUE INDEX one_testing_token ON dayahead.tokens (account) WHERE kind = 'testing';
CREATE TABLE dayahead.own (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  testing text NOT NULL,
  production text NOT NULL
);
CREATE TABLE dayahead.requests (who text PRIMARY KEY, day int NOT NULL, count int NOT NULL) WITH (fillfactor = 50);
CREATE TABLE dayahead.things (
  account text,
  endpoint text,
  day int NOT NULL,
  things text[] NOT NULL,
  PRIMARY KEY (account, endpoint)
);
CREATE TABLE dayahead.totals (account text, kind text, ids text[] NOT NULL, PRIMARY KEY (account, kind));

-- An instance may be a day ahead of another for a moment; what stands further ahead was counted by a clock that was wrong.
CREATE FUNCTION dayahead.counted(_who text, _day int) RETURNS int LANGUAGE sql AS $$
  INSERT INTO dayahead.requests AS r VALUES (_who, _day, 1)
  ON CONFLICT (who) DO UPDATE
  SET count = CASE WHEN r.day BETWEEN excluded.day AND excluded.day + 1 THEN r.count + 1 ELSE 1 END,
    day = CASE WHEN r.day = excluded.day + 1 THEN r.day ELSE excluded.day END
  RETURNING count
$$;

-- Each statement sees what was committed before it began: behind the lock on the account's row of requests nobody else spends.
CREATE FUNCTION dayahead.visit(
  _digest text, _address text, _now bigint, _per_address int, _endpoint text,
  _alone boolean, _slot bigint, _thing text, _kind text, _ids text[]
) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  _day int := _now / 86400;
  _who record;
  _by_account int;
  _by_address int := 0;
  _things text[];
  _companies text[];
  _tariffs text[];
  _named text[];
  _fresh text[];
  _asked boolean;
  _spent boolean;
BEGIN
  SELECT t.kind, t.expires, a.* INTO _who
  FROM dayahead.tokens t JOIN dayahead.accounts a ON a.id = t.account WHERE t.digest = _digest;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF _who.kind = 'production' THEN RETURN json_build_object('who', row_to_json(_who)); END IF;

  IF _alone AND _slot IS NOT NULL THEN _alone := pg_try_advisory_lock(_slot); END IF;
  _by_account := dayahead.counted(_who.id, _day);
  IF _address IS NOT NULL THEN _by_address := dayahead.counted(_address, _day); END IF;

  SELECT t.things INTO _things
  FROM dayahead.things t WHERE t.account = _who.id AND t.endpoint = _endpoint AND t.day BETWEEN _day AND _day + 1;
  SELECT t.ids INTO _companies FROM dayahead.totals t WHERE t.account = _who.id AND t.kind = 'companies';
  SELECT t.ids INTO _tariffs FROM dayahead.totals t WHERE t.account = _who.id AND t.kind = 'tariffs';
  _things := coalesce(_things, '{}');
  _companies := coalesce(_companies, '{}');
  _tariffs := coalesce(_tariffs, '{}');
  _named := CASE _kind WHEN 'companies' THEN _companies ELSE _tariffs END;
  _fresh := ARRAY(SELECT u.id FROM unnest(_ids) WITH ORDINALITY u(id, n) WHERE u.id <> ALL (_named) ORDER BY u.n);
  _asked := coalesce(_thing = ANY (_things), false);

  _spent := _thing IS NOT NULL AND _endpoint IS NOT NULL AND _alone AND _who.active
    AND (_who.expires IS NULL OR _who.expires > _now)
    AND _by_account <= _who.requests AND _by_address <= _per_address
    AND (_asked OR cardinality(_things) < _who.new_things)
    AND cardinality(_fresh) <= greatest(
      0, CASE _kind WHEN 'companies' THEN _who.companies ELSE _who.tariffs END - cardinality(_named));
  IF _spent AND NOT _asked THEN
    INSERT INTO dayahead.things AS t VALUES (_who.id, _endpoint, _day, ARRAY[_thing])
    ON CONFLICT (account, endpoint) DO UPDATE
    SET things = CASE
        WHEN t.day BETWEEN excluded.day AND excluded.day + 1 THEN t.things || excluded.things ELSE excluded.things END,
      day = CASE WHEN t.day = excluded.day + 1 THEN t.day ELSE excluded.day END;
  END IF;
  IF _spent AND cardinality(_fresh) > 0 THEN
    INSERT INTO dayahead.totals AS t VALUES (_who.id, _kind, _fresh)
    ON CONFLICT (account, kind) DO UPDATE SET ids = t.ids || excluded.ids;
  END IF;
  RETURN json_build_object(
    'who', row_to_json(_who), 'byAccount', _by_account, 'byAddress', _by_address, 'alone', _alone,
    'things', cardinality(_things), 'asked', _asked, 'companies', cardinality(_companies),
    'tariffs', cardinality(_tariffs), 'fresh', _fresh, 'spent', _spent);
END
$$;
`,
];
