namespace Accelerator.Interop.Tests.Postgres;

/// <summary>A fact of the ledger's contract, here over PostgreSQL; skipped as <see cref="ServerFactAttribute"/> is.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LedgerFactAttribute : FactAttribute
{
    public LedgerFactAttribute() => Skip = SkipReason.For(["postgres", "initdb", "pg_ctl"]);
}
