import pg from "pg";

const { arrayParser, builtins } = pg.types;
// Only what has no digit to lose is read; everything else stays the text the server wrote (Q3).
const float = (text) => (Number.isFinite(Number(text)) && !Object.is(Number(text), -0) ? Number(text) : text);
const readers = new Map([
  [builtins.BOOL, (text) => text === "t"],
  [builtins.INT2, Number],
  [builtins.INT4, Number],
  [builtins.OID, Number],
  [builtins.FLOAT4, float],
  [builtins.FLOAT8, float],
]);
const asText = (text) => text;

/** Asks the server what its types are called and which are lists, once each. */
export function createTypes(client) {
  const known = new Map();

  async function learn(fields) {
    const keys = fields.map(({ dataTypeID, dataTypeModifier }) => `${dataTypeID} ${dataTypeModifier}`);
    const unknown = [...new Set(keys)].filter((key) => !known.has(key));
    if (unknown.length === 0) return;
    const { rows } = await client.query({
      text: `select oid, format_type(type.oid, mod), case when typcategory = 'A' then typelem else 0 end
        from unnest($1::oid[], $2::int[]) with ordinality as wanted (id, mod, place) left join pg_type as type on type.oid = wanted.id
        order by place`,
      values: [
        unknown.map((key) => Number(key.split(" ")[0])),
        unknown.map((key) => Number(key.split(" ")[1])),
      ],
      rowMode: "array",
    });
    for (const [index, [, type, element]] of rows.entries())
      known.set(unknown[index], { type, element: Number(element) });
  }

  return async function columnsOf(fields) {
    await learn(fields);
    return fields.map(({ name, dataTypeID, dataTypeModifier }) => {
      const { type = "unknown", element = 0 } = known.get(`${dataTypeID} ${dataTypeModifier}`) ?? {};
      const reader = readers.get(element === 0 ? dataTypeID : element) ?? asText;
      const read = element === 0 ? reader : (text) => arrayParser.create(text, reader).parse();
      return { name, type, read: (text) => (text === null ? null : read(text)) };
    });
  };
}
