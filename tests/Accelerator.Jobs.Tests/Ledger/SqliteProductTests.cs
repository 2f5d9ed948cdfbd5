namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SqliteProductTests : ProductContract
{
    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());
}
