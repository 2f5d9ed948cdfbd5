using System.Data.Common;

namespace Accelerator.Jobs.Ledger;

/// <summary>A row of a result, its columns counted from 0.</summary>
internal readonly struct LedgerRow(DbDataReader reader)
{
    public long Long(int column) => reader.GetInt64(column);

    public long? LongOrNull(int column) => reader.IsDBNull(column) ? null : reader.GetInt64(column);

    public int Int(int column) => checked((int)reader.GetInt64(column));

    public bool Flag(int column) => reader.GetInt64(column) != 0;

    public string Text(int column) => LedgerText.Read(reader.GetString(column));

    public string? TextOrNull(int column) => reader.IsDBNull(column) ? null : Text(column);

    public DateTimeOffset Time(int column) => DateTimeOffset.FromUnixTimeMilliseconds(reader.GetInt64(column));

    public DateTimeOffset? TimeOrNull(int column) => reader.IsDBNull(column) ? null : Time(column);

    public FileState State(int column) => FileStateNames.Read(reader.GetString(column));
}
