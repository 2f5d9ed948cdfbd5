namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SqliteSlotTests : SlotContract
{
    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());
}
