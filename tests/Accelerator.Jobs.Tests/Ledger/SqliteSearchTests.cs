namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SqliteSearchTests : SearchContract
{
    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());
}
