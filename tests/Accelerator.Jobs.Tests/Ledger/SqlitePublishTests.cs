namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SqlitePublishTests : PublishContract
{
    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());
}
