namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SqlitePathTests : PathContract
{
    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());
}
